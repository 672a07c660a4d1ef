package dev.broadside.sql.value;

/// Whole numbers that come once over all threads of the job: each thread takes every so-manyth. A
/// repetition of an iteration takes the same again. For one thread.
public final class Sequence implements Repeatable {
  private final int step;
  private long next;
  private long nextAtBegin;

  public Sequence(long start, int thread, int threads) {
    this.step = threads;
    this.next = start + thread;
    this.nextAtBegin = next;
  }

  public long next() {
    long now = next;
    next += step;
    return now;
  }

  @Override
  public void begin(int attempt) {
    if (attempt == 0) {
      nextAtBegin = next;
    } else {
      next = nextAtBegin;
    }
  }
}
