"""Map files, data only. `FOLDER` is where they are."""

from pathlib import Path

FOLDER = Path(__file__).parent
