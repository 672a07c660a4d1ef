package dev.broadside.server.store.base;

/// What the store has of an interval cannot be unpacked, as after a fault of its disk. Asking again
/// does not help; all other intervals and the run's records are as they were.
public final class DamagedIntervalException extends StoreException {
  private static final long serialVersionUID = 1;

  public DamagedIntervalException(String run, int interval, Throwable cause) {
    super("interval " + interval + " of " + run + " in the result store is damaged", cause);
  }
}
