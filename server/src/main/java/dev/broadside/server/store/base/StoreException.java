package dev.broadside.server.store.base;

/// The store did not do what was asked: the disk is full, or the database does not answer. Nothing
/// was changed, and the same call may succeed later.
public sealed class StoreException extends RuntimeException
    permits StoreInUseException, StoreRefusedException {
  private static final long serialVersionUID = 1;

  StoreException(String message) {
    super(message);
  }

  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
