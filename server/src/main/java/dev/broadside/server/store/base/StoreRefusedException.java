package dev.broadside.server.store.base;

/// The database works and refuses a value: trying again does not help.
public final class StoreRefusedException extends StoreException {
  private static final long serialVersionUID = 1;

  public StoreRefusedException(String message) {
    super(message);
  }

  public StoreRefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}
