"""Checks the syntax of C# files, and that no type declares a member twice: csharp_syntax.py FOLDER"""
import collections
import pathlib
import sys

import tree_sitter
import tree_sitter_c_sharp

TYPES = ("class_declaration", "struct_declaration", "record_declaration", "interface_declaration", "enum_declaration")
MEMBERS = ("property_declaration", "enum_member_declaration")


def walk(node):
    yield node
    for child in node.children:
        yield from walk(child)


def name(node):
    return node.child_by_field_name("name").text.decode()


parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_c_sharp.language()))
files = sorted(pathlib.Path(sys.argv[1]).rglob("*.cs"))
faults = []
types = collections.Counter()
for file in files:
    tree = parser.parse(file.read_bytes())
    if tree.root_node.has_error:
        faults.append(f"{file}: invalid syntax")
    for node in walk(tree.root_node):
        if node.type in TYPES and node.parent.type in ("declaration_list", "namespace_declaration", "compilation_unit"):
            if node.parent.parent is None or node.parent.parent.type in ("namespace_declaration", "compilation_unit"):
                if b"partial" not in [child.text for child in node.children]:
                    types[name(node)] += 1
            body = node.child_by_field_name("body")
            members = collections.Counter(name(each) for each in (body.children if body else []) if each.type in MEMBERS)
            faults += [f"{file}: {name(node)}.{member} is declared twice" for member, count in members.items() if count > 1]
faults += [f"{each} is declared twice" for each, count in types.items() if count > 1]
if faults or not files:
    sys.exit("\n".join(faults) or "no files")
print(f"csharp has valid syntax: {len(files)} files; without dotnet it is not compiled")
