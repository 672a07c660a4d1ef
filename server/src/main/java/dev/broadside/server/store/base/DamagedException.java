package dev.broadside.server.store.base;

/// A part of what the store has cannot be read, as after a fault of its disk. All else is as it
/// was. It is no [StoreException], for which one waits: asking again does not help.
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
