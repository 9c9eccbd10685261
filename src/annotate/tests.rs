//! The words for reasons on small boards. Whole runs are tried where files are annotated.

mod reasons;
