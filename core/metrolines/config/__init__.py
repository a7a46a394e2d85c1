"""A game in a YAML file: what is played, who sits where, seed and script; and code that files name, not trusted."""
