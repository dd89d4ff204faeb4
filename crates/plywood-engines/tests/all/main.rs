//! Programs of others: one program, so that all there is is linked once.

mod external;
