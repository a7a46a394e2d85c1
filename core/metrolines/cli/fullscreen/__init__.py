"""Play on the full screen, with the mouse or by keyboard."""
