//! The native half of the Python package `pyubin`: questions in, reports out.
//!
//! Python says what it asks as a verb and its fields (`input`), which become a [`Question`]; `ubin_front` answers it at the desk of the calling thread (`caller`), without the interpreter's lock; the report goes back as
//! an object that is read when it is looked at (`report`). Many puzzles in one call are in `batch`, solutions one after the other in `stream`. Everything that has a name in Python is in `python/pyubin`.

mod batch;
mod caller;
mod input;
mod report;
mod stream;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use ubin_front::question::Question;

use crate::caller::{Caller, PythonDesk};
use crate::report::{PythonReport, raised};

/// Answers a question.
#[pyfunction]
#[pyo3(signature = (verb, fields, progress=None))]
fn ask(py: Python<'_>, verb: &str, fields: &Bound<'_, PyDict>, progress: Option<Py<PyAny>>) -> PyResult<PythonReport> {
    let question = Question::of_fields(verb, input::fields(fields)?).map_err(|refusal| raised(py, &refusal, None))?;
    let caller = Caller::new(progress);
    let desk = PythonDesk::of(&question, &caller);
    let report = py.detach(|| ubin_front::answer(&question, &desk));
    caller.ended(py)?;
    desk.give_remarks(py)?;
    report.map(PythonReport::new).map_err(|refusal| raised(py, &refusal, None))
}

/// The closed sets of words that fields take, as JSON.
#[pyfunction]
fn words() -> String {
    ubin_front::json(&ubin_front::words::sets())
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<PythonReport>()?;
    module.add_class::<caller::SearchProgress>()?;
    module.add_class::<stream::PackingStream>()?;
    module.add_function(wrap_pyfunction!(ask, module)?)?;
    module.add_function(wrap_pyfunction!(batch::ask_many, module)?)?;
    module.add_function(wrap_pyfunction!(stream::solutions, module)?)?;
    module.add_function(wrap_pyfunction!(words, module)?)
}
