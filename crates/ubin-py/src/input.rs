//! From Python objects to the fields of a question.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde_json::{Map, Value};

/// Puzzles that are read between two looks at signals.
const SIGNALS: usize = 1024;

/// The fields of a question. Puzzles may be given as rows; everything else is what JSON has.
pub(crate) fn fields(given: &Bound<'_, PyDict>) -> PyResult<Map<String, Value>> {
    let mut fields = Map::new();
    for (name, object) in given {
        let name: String = name.extract()?;
        let value = match name.as_str() {
            _ if object.is_none() => Value::Null,
            "puzzle" | "goal" => puzzle_text(&object)?.into(),
            "more" => texts(&object)?.into(),
            _ => value(&object)?,
        };
        fields.insert(name, value);
    }
    Ok(fields)
}

/// The texts of several puzzles: any iterable of them, or an array with one dimension more than a board.
pub(crate) fn texts(puzzles: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if puzzles.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("expected several puzzles, not one text"));
    }
    let puzzles = listed(puzzles)?;
    let text = |(place, puzzle): (usize, PyResult<Bound<'_, PyAny>>)| {
        if place % SIGNALS == 0 {
            puzzles.py().check_signals()?;
        }
        puzzle_text(&puzzle?)
    };
    puzzles.try_iter()?.enumerate().map(text).collect()
}

/// The text of a puzzle: as it is, of a file, or from rows of tiles, rows of text, or an array.
pub(crate) fn puzzle_text(puzzle: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = puzzle.cast::<PyString>() {
        return Ok(text.to_str()?.into());
    }
    // Going through bytes gives numbers, which would be taken for tiles.
    if puzzle.is_instance_of::<PyBytes>() {
        return Err(not_a_puzzle(puzzle));
    }
    if !is_plain(puzzle) && puzzle.hasattr("read_text")? {
        return puzzle.call_method1("read_text", ("utf-8",))?.extract();
    }
    let mut text = String::new();
    for row in listed(puzzle)?.try_iter().map_err(|_| not_a_puzzle(puzzle))? {
        let row = row?;
        if let Ok(line) = row.cast::<PyString>() {
            text.push_str(line.to_str()?);
        } else if is_tile(&row) {
            push_tile(&mut text, &row)?;
            text.push(' ');
            continue;
        } else {
            for tile in listed(&row)?.try_iter().map_err(|_| not_a_puzzle(puzzle))? {
                push_tile(&mut text, &tile?)?;
                text.push(' ');
            }
        }
        text.push('\n');
    }
    Ok(text)
}

/// Whether this stands for one tile, not for a row: a number, also one of numpy's, or `None`.
fn is_tile(object: &Bound<'_, PyAny>) -> bool {
    let is_number = object.is_instance_of::<PyInt>() || object.is_instance_of::<PyFloat>();
    object.is_none() || is_number || (!is_plain(object) && object.extract::<i64>().is_ok())
}

/// Whether this is one of Python's own lists.
fn is_plain(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>()
}

/// A tile of a row: a number, a word such as `-`, or `None` for the blank, which is NaN in an array of floats.
fn push_tile(text: &mut String, tile: &Bound<'_, PyAny>) -> PyResult<()> {
    if tile.is_none() {
        text.push('-');
    } else if let Ok(word) = tile.cast::<PyString>() {
        text.push_str(word.to_str()?);
    } else if let Ok(number) = tile.extract::<i64>() {
        text.push_str(&number.to_string());
    } else {
        match tile.extract::<f64>() {
            Ok(number) if number.is_nan() => text.push('-'),
            Ok(number) if number.fract() == 0.0 => text.push_str(&format!("{number:.0}")),
            _ => {
                let message = "a tile is a whole number, text, or None for the blank, not";
                return Err(PyTypeError::new_err(format!("{message} {}", kind(tile))));
            }
        }
    }
    Ok(())
}

/// An array or a data frame as lists; anything else as it is.
fn listed<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if is_plain(object) {
        return Ok(object.clone());
    }
    // The rows of a data frame; going through one gives the names of its columns.
    let object = if object.hasattr("to_numpy")? { object.call_method0("to_numpy")? } else { object.clone() };
    if object.hasattr("tolist")? { object.call_method0("tolist") } else { Ok(object) }
}

fn not_a_puzzle(object: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!(
        "a puzzle is text, a path, rows of tiles, rows of text, or an array, not {}",
        kind(object)
    ))
}

fn kind(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "this".into(), |name| name.to_string())
}

/// What JSON has, as JSON.
fn value(object: &Bound<'_, PyAny>) -> PyResult<Value> {
    if object.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(flag) = object.cast::<PyBool>() {
        return Ok(flag.is_true().into());
    }
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(text.to_str()?.into());
    }
    if let Ok(number) = object.extract::<u64>() {
        return Ok(number.into());
    }
    if let Ok(number) = object.extract::<i64>() {
        return Ok(number.into());
    }
    if object.is_instance_of::<PyFloat>() {
        return Ok(object.extract::<f64>()?.into());
    }
    if let Ok(fields) = object.cast::<PyDict>() {
        let pair = |(name, object): (Bound<'_, PyAny>, Bound<'_, PyAny>)| Ok((name.extract()?, value(&object)?));
        return fields.iter().map(pair).collect::<PyResult<Map<_, _>>>().map(Value::Object);
    }
    let list = listed(object)?;
    if list.is_instance_of::<PyList>() || list.is_instance_of::<PyTuple>() {
        return list.try_iter()?.map(|object| value(&object?)).collect::<PyResult<Vec<_>>>().map(Value::Array);
    }
    Err(PyTypeError::new_err(format!("a field is what JSON has: text, a number, a list, not {}", kind(object))))
}
