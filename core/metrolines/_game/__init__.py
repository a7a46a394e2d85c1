"""A game and its positions: states, views, records, and replaying them."""
