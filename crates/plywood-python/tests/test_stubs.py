"""The type stubs name what there is, and everything there is has a docstring."""

import ast
import inspect
from pathlib import Path

import plywood
from plywood import native


def test_the_stubs_name_what_there_is():
    tree = ast.parse((Path(plywood.__file__).parent / "native.pyi").read_text())
    stubs = {node.name: node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    public = {name for name in dir(native) if not name.startswith("_")}
    assert public == set(stubs)
    for name, node in stubs.items():
        if isinstance(node, ast.ClassDef) and name != "Error":
            stubbed = {one.name for one in node.body if isinstance(one, ast.FunctionDef) and not one.name.startswith("__")}
            there = {one for one in vars(getattr(native, name)) if not one.startswith("__")}
            assert stubbed == there, name


def test_everything_is_documented():
    for name in plywood.__all__:
        assert inspect.getdoc(getattr(plywood, name)), name
    for name in dir(native):
        thing = getattr(native, name)
        if inspect.isclass(thing):
            for member in vars(thing):
                assert member.startswith("_") or inspect.getdoc(getattr(thing, member)), f"{name}.{member}"
