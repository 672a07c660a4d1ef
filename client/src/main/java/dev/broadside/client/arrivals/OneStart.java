package dev.broadside.client.arrivals;

/// The first of some starts, and no more.
public final class OneStart implements Starts {
  private final Starts starts;
  private boolean taken;

  public OneStart(Starts starts) {
    this.starts = starts;
  }

  @Override
  public boolean await(long nanos) {
    boolean first = !taken && starts.await(nanos);
    taken = true;
    return first;
  }

  @Override
  public long intendedNanos() {
    return starts.intendedNanos();
  }

  @Override
  public long readyNanos() {
    return starts.readyNanos();
  }

  @Override
  public long dueNanos() {
    return starts.dueNanos();
  }

  @Override
  public Stage stage() {
    return starts.stage();
  }

  @Override
  public void end() {
    starts.end();
  }
}
