//! What the command line adds to an error of the library: the flags that help.

use plywood_core::{Error, ErrorKind};
use plywood_lab::runner::RunError;
use plywood_lab::store::StoreError;

/// The flags that help against an error, in brackets; nothing where none does.
pub fn of(error: &anyhow::Error) -> &'static str {
    match error.chain().find_map(store_error) {
        Some(StoreError::Busy(_) | StoreError::Version { .. } | StoreError::OtherShard { .. }) => {
            " (--data gives another folder)"
        }
        Some(StoreError::RunBusy { .. }) => " (--name, --data)",
        Some(StoreError::Changed { .. }) => " (--name gives another name, --changed puts the old one aside)",
        Some(StoreError::OtherBuild { .. }) => " (--any-build goes on all the same)",
        _ => "",
    }
}

/// The store's error in an error, whatever it is wrapped in.
fn store_error<'a>(cause: &'a (dyn std::error::Error + 'static)) -> Option<&'a StoreError> {
    let run = || match cause.downcast_ref::<RunError>()? {
        RunError::Store(error) => Some(error),
        RunError::Experiment(error) => error.origin(),
    };
    let core = || cause.downcast_ref::<Error>()?.origin();
    cause.downcast_ref().or_else(run).or_else(core)
}

/// Whether an error says that the work was stopped before it was whole.
pub fn is_interrupted(error: &anyhow::Error) -> bool {
    let kind = |cause: &(dyn std::error::Error + 'static)| cause.downcast_ref::<Error>().map(Error::kind);
    error.chain().find_map(kind) == Some(ErrorKind::Interrupted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;

    #[test]
    fn flags_are_found_whatever_the_error_is_wrapped_in() {
        let busy = || StoreError::Busy("folder".into());
        let wrapped = [
            anyhow::Error::from(busy()),
            RunError::from(busy()).into(),
            Error::from(busy()).context("reading").into(),
            RunError::from(Error::from(busy())).into(),
            Err::<(), _>(busy()).context("opening").unwrap_err(),
        ];
        for error in wrapped {
            assert_eq!(of(&error), " (--data gives another folder)", "{error:#}");
        }
        assert_eq!(of(&StoreError::WriterGone.into()), "");
        assert_eq!(of(&Error::new("unknown game").into()), "");
    }
}
