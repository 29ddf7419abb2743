"""The rules' functions in words of 32 bits, which a GPU works on twice as fast as on 64.

Numba gives every whole number 64 bits. A function whose numbers all fit into 32 is read again from
its own source, and each sum, product and shift in it is cut to 32 bits: still one statement of it.
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
        node.value = self.visit(node.value)  # what stands in brackets stays as it is
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        return self._cut(node) if type(node.value) is int else node


def in_words(
    function: FunctionType, names: dict[str, Any], cut: Callable[[Any], Any] = np.int32
) -> FunctionType:
    """The function, its numbers cut to 32 bits, with these global names."""
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
