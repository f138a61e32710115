"""What the documents show runs: the examples in the code, the README, and the notebook."""

import doctest
import json
import pathlib
import re

import pyubin

HERE = pathlib.Path(__file__).resolve().parent.parent.parent


def test_examples_in_the_code():
    result = doctest.testmod(pyubin, extraglobs={"pyubin": pyubin})
    assert result.attempted >= 4 and result.failed == 0


def test_the_readme():
    text = (HERE / "README.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", text, re.S)
    assert blocks
    for block in blocks:
        exec(compile(block, "README.md", "exec"), {})


def test_the_notebook(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    notebook = json.loads((HERE / "pyubin.ipynb").read_text())
    names = {}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(cells) >= 10
    for number, cell in enumerate(cells):
        exec(compile("".join(cell["source"]), f"cell {number}", "exec"), names)
