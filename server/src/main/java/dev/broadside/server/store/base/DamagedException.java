package dev.broadside.server.store.base;

/// Part of the store cannot be read, as after a fault of its disk. The rest is intact. It is no
/// [StoreException], since trying again does not help.
public final class DamagedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String part;

  /// @param part such as `interval 3 of nightly`
  public DamagedException(String part, Throwable cause) {
    super(part + " in the result store is damaged", cause);
    this.part = part;
  }

  public String part() {
    return part;
  }
}
