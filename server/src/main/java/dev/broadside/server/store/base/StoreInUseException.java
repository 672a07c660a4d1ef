package dev.broadside.server.store.base;

/// Another server uses the database.
public final class StoreInUseException extends StoreException {
  private static final long serialVersionUID = 1;

  StoreInUseException(String message, Throwable cause) {
    super(message, cause);
  }
}
