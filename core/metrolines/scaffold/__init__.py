"""`games new`: a plugin of one's own to begin with, written from templates."""
