"""A game set up: fields, constants, actions and chance as the family and its variants add them, and its script."""
