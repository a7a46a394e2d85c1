"""How rules within rules are compiled: made into machine code once, with the entry that they end in.

numba optimizes and assembles every function that it compiles, and once more each function that calls it. Nobody calls
rules but an entry, whose machine code has all of them in it; so what they lead to alone is left out, which halves the
time that a combination of variants takes. Where numba is not built as this expects, it does as it always does.
"""

# mypy: disable-error-code="no-untyped-call, misc"

from __future__ import annotations

from functools import cache
from typing import Any

USED = ("_raise_if_finalized", "_get_module_for_linking", "_finalize_dynamic_globals")  # of numba's own, not public


@cache
def rule_compiler() -> Any:
    """The class of numba's compiler for inner rules; None if this numba knows no such thing."""
    try:
        from numba._dynfunc import make_function
        from numba.core.codegen import JITCodeLibrary
        from numba.core.compiler import Compiler
    except ImportError:
        return None
    if not all(hasattr(JITCodeLibrary, name) for name in USED) or not hasattr(Compiler, "_compile_core"):
        return None

    class RuleLibrary(JITCodeLibrary):
        """The code of a rule with that of the rules it calls, ready to be linked into another's."""

        def finalize(self) -> None:
            """Link, and leave optimizing and assembling to the entry."""
            self._raise_if_finalized()
            for library in dict.fromkeys(self._linking_libraries):
                self._reload_init.update(library._reload_init)
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
            self._finalize_dynamic_globals()
            self._final_module.verify()
            self._finalized = True

    class RuleCompiler(Compiler):
        """numba's own steps, which end in such a library."""

        def define_pipelines(self) -> Any:
            """The steps of numba."""
            self.state.library = RuleLibrary(self.state.targetctx.codegen(), "rule")
            self.state.flags.no_compile = True
            return super().define_pipelines()

        def _compile_core(self) -> Any:
            result = super()._compile_core()
            desc = result.fndesc
            called = make_function(desc.lookup_module(), desc.qualname, "", 0, result.environment, (result.library,))
            self.state.targetctx.insert_user_function(called, desc, [result.library])
            return result._replace(entry_point=called)  # a key of its own; nobody calls it

    return RuleCompiler
