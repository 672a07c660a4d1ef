package dev.broadside.server.store.base;

/// The native library of SQLite cannot be loaded on this host.
public final class NoLibraryException extends StoreException {
  private static final long serialVersionUID = 1;

  public NoLibraryException(Throwable cause) {
    super("SQLite's library could not be loaded: " + cause.getMessage(), cause);
  }
}
