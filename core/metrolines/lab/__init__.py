"""The lab: compares a game with a variant of it, played side by side and measured.

    report = investigate(read_comparison("comparison.yaml"))
    report.write(Path("report.html"))

`comparison` says what is played, `traced` plays games step by step, `estimate` has numbers with their uncertainty,
`measure` makes the table of all numbers of a report with the help of `usage` and `skill`, `findings` says in words what
they show, `figures` and `maps` draw them, and `page` and `page_parts` put a page of HTML together. `investigate` plays
and measures; figures are drawn when a report is written.
"""

from __future__ import annotations

from .comparison import Comparison, comparison_of
from .comparison_file import ComparisonFile, read_comparison
from .report import Report, investigate

__all__ = ["Comparison", "ComparisonFile", "Report", "comparison_of", "investigate", "read_comparison"]
