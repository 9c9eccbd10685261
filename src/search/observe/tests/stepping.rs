//! The stepper.
