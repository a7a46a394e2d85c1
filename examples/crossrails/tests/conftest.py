"""The referee lies beside the tests; this lets them import it however pytest is set up."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
