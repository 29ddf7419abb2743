"""The rules' functions in 32-bit arithmetic, which is twice as fast on a GPU as 64-bit.

Numba makes every integer 64 bits wide. A function whose numbers all fit into 32 is recompiled from
its own source, with each sum, product and shift cast to 32 bits: the rule is still stated once.
"""

import ast
import inspect
import textwrap
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

CUT = "cut_to_32_bits"


class _Cut(ast.NodeTransformer):
    def _cut(self, node: ast.expr) -> ast.expr:
        return ast.Call(ast.Name(CUT, ast.Load()), [node], [])

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        return self._cut(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        return node if isinstance(node.op, ast.Not) else self._cut(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        self.generic_visit(node)
        before = ast.parse(ast.unparse(node.target), mode="eval").body
        return ast.Assign([node.target], self._cut(ast.BinOp(before, node.op, node.value)))

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        node.value = self.visit(node.value)  # leaves the subscript unchanged
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        return self._cut(node) if type(node.value) is int else node


def in_words(
    function: FunctionType, names: dict[str, Any], cut: Callable[[Any], Any] = np.int32
) -> FunctionType:
    """The function with its arithmetic cast to 32 bits, and with these globals."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    (stated,) = tree.body
    assert isinstance(stated, ast.FunctionDef)
    stated.decorator_list, stated.returns = [], None
    for argument in stated.args.args:
        argument.annotation = None
    whole = ast.fix_missing_locations(_Cut().visit(tree))
    space = {**names, CUT: cut}
    exec(compile(whole, inspect.getfile(function), "exec"), space)
    made = space[function.__name__]
    assert isinstance(made, FunctionType)
    return made
