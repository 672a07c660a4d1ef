package dev.broadside.server.store.base;

/// A newer version of Broadside has migrated the database to a layout that this version does not
/// know. Nothing was written to it.
public final class NewerStoreException extends StoreException {
  private static final long serialVersionUID = 1;

  NewerStoreException(String message) {
    super(message);
  }
}
