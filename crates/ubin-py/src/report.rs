//! What comes out: reports, and refusals as exceptions.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyType};
use ubin_front::picture::Look;
use ubin_front::{Language, Refusal, Report, chart};

/// A report, written out when it is looked at.
#[pyclass(frozen, name = "Report", module = "pyubin._native")]
pub(crate) struct PythonReport {
    report: Report,
}

impl PythonReport {
    pub(crate) fn new(report: Report) -> PythonReport {
        PythonReport { report }
    }
}

#[pymethods]
impl PythonReport {
    /// The report as one line of JSON.
    fn json(&self) -> String {
        self.report.json()
    }

    /// The form and the bytes of a picture, a graph or a text; None of data.
    fn file<'py>(&self, py: Python<'py>) -> Option<(&'static str, Bound<'py, PyBytes>)> {
        match &self.report {
            Report::File { form, bytes } => Some((form.name(), PyBytes::new(py, bytes))),
            _ => None,
        }
    }

    /// A tree or a comparison as SVG; None of what is drawn by the verb render.
    fn svg(&self) -> Option<String> {
        let picture = match &self.report {
            Report::SlideTree { drawing, .. } | Report::PackTree { drawing, .. } => drawing.picture(),
            Report::SlideCompare { report } => chart::of_boards(report, Language::En),
            Report::PackCompare { report } => chart::of_packing(report, Language::En),
            _ => return None,
        };
        Some(Look::default().svg(&picture))
    }
}

/// A refusal as the exception `pyubin.Refusal`, a `ValueError`; `place` is that of its puzzle among many.
pub(crate) fn raised(py: Python<'_>, refusal: &Refusal, place: Option<usize>) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = match CLASS.import(py, "pyubin._refusal", "Refusal") {
        Ok(class) => class,
        Err(error) => return error,
    };
    match class.call1((refusal.json(), place)) {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    }
}
