//! propnet
