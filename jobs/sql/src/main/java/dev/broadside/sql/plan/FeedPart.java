package dev.broadside.sql.plan;

import dev.broadside.kit.rehearsal.OthersFirst;
import dev.broadside.sql.value.Frame;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/// One agent's share of the rows of a feed: of each round of all threads, as many rows as it has
/// threads. Its threads take rows from the same share, so that none runs out while another has some
/// left. Safe for use by several threads.
public final class FeedPart {
  private final FeedRows rows;
  private final int first;
  private final int threads;
  private final int all;
  private final AtomicLong taken = new AtomicLong();

  /// @param first the number of the agent's first thread
  /// @param threads how many it has, of all
  public FeedPart(FeedRows rows, int first, int threads, int all) {
    this.rows = rows;
    this.first = first;
    this.threads = threads;
    this.all = all;
  }

  /// What one step of one thread takes.
  ///
  /// @param slot where the agent's part lies
  public static Turns turns(Frame frame, int slot) {
    return new Turns((FeedPart) frame.object(slot));
  }

  private long take() throws FeedUsedUp {
    long number = taken.getAndIncrement();
    long row = number / threads * all + first + number % threads;
    if (rows.has(row)) {
      return row;
    }
    throw new FeedUsedUp(words());
  }

  private String words() {
    int size = rows.size();
    if (threads == all) {
      return "all %,d rows of feed %s are used up".formatted(size, rows.name());
    }
    int own = size / all * threads + Math.clamp(size % all - first, 0, threads);
    String which =
        threads == 1 ? "thread " + first : "threads %d to %d".formatted(first, first + threads - 1);
    return "the part of %s is used up, %,d of the %,d rows of feed %s"
        .formatted(which, own, size, rows.name());
  }

  /// The rows that a step has taken in an iteration, and takes again in its repetitions. For one
  /// thread.
  public static final class Turns implements Frame.Repeatable {
    private final FeedPart part;
    private long[] taken = new long[2];
    private int count;
    private int at;

    Turns(FeedPart part) {
      this.part = part;
    }

    @Override
    public void begin(int attempt) {
      at = 0;
      count = attempt == 0 ? 0 : count;
    }

    /// Sets values to the next row.
    ///
    /// @throws FeedUsedUp if no row is left
    void next(Frame frame, int[] slots) throws FeedUsedUp {
      if (at == count) {
        if (count == taken.length) {
          taken = Arrays.copyOf(taken, 2 * count);
        }
        taken[count] = part.take();
        count++;
      }
      part.rows.into(taken[at++], frame, slots);
    }
  }

  /// All rows of a feed have been used once. In a rehearsal, whose transactions also take rows,
  /// this is no failure.
  static final class FeedUsedUp extends OthersFirst {
    private static final long serialVersionUID = 1;

    FeedUsedUp(String what) {
      super(what + "; add rows, shorten the run, or give the feed order: round");
    }
  }
}
