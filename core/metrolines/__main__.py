"""`python -m metrolines` is the command `games`."""

from .cli import main

if __name__ == "__main__":
    main()
