"""The lab: is a variant any good? The base game and the game with it, played side by side and measured.

    report = investigate(read_study("study.yaml"))
    report.write(Path("report.html"))

`plan` says what is played, `stories` plays games step by step, `estimate` has numbers with their uncertainty, `measure`
makes the table of all numbers of a report with the help of `usage` and `skill`, `findings` says in words what they
show, `figures` and `maps` draw them, and `page` puts a page of HTML together. `investigate` plays and measures; figures
are drawn when a report is written.
"""

from __future__ import annotations

from .plan import Plan, plan_of
from .report import Report, investigate
from .study import StudyFile, read_study

__all__ = ["Plan", "Report", "StudyFile", "investigate", "plan_of", "read_study"]
