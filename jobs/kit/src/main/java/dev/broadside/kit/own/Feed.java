package dev.broadside.kit.own;

import dev.broadside.core.work.ShareContext;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.kit.rehearsal.OthersFirst;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/// Hands out the rows of a file or a table to all threads of a job, by their numbers from 0: what
/// lies in a row is the author's, in arrays that all threads of an agent share.
///
/// ```
/// agent 0 with threads 0 to 2:  rows 0 1 2, 4 5 6, 8 9 ...
/// agent 1 with thread 3:        rows       3,     7, ...
/// ```
///
/// An agent has as many rows of each round of all threads as it has threads. Its threads take rows
/// from the same part, so that none runs out while another has some left. A worker that takes over
/// from one that died does not know which rows that one took, so rows that come once come no more
/// on that agent. Safe for use by several threads.
public final class Feed {
  /// How rows follow each other.
  public enum Order {
    /// Each row once over all agents. Then the load ends.
    ONCE,
    /// As once, and from the first row again.
    ROUND,
    /// Any row at any time, each equally often.
    RANDOM
  }

  private static final long NONE = -1;

  private final String name;
  private final long rows;
  private final Order order;
  private final int first;
  private final int threads;
  private final int all;
  private final boolean lost;
  private final AtomicLong taken = new AtomicLong();

  /// The part of all threads of an agent, for job classes whose threads share one.
  ///
  /// @param name for sentences
  /// @param rows how many there are, the same on each agent
  public Feed(String name, long rows, Order order, ShareContext share) {
    this(
        name,
        rows,
        order,
        share.firstThread(),
        Math.max(1, share.threads()),
        share.totalThreads(),
        share.life() > 0);
  }

  /// The part of one thread alone, for job classes whose threads share nothing.
  public static Feed of(String name, long rows, Order order, ThreadContext thread) {
    int all = thread.totalThreads();
    return new Feed(name, rows, order, thread.thread(), 1, all, thread.life() > 0);
  }

  Feed(String name, long rows, Order order, int first, int threads, int all, boolean again) {
    this.name = name;
    this.rows = rows;
    this.order = order;
    this.first = first;
    this.threads = threads;
    this.all = Math.max(threads, all);
    this.lost = again && order == Order.ONCE;
  }

  /// What one thread takes.
  public Turns turns() {
    return new Turns(this);
  }

  /// How many rows no thread of this agent has been given yet. Not a number if the rows do not come
  /// once, or if a worker that died has taken some of them.
  public double left() {
    return lost || order != Order.ONCE ? Double.NaN : Math.max(0, own() - taken.get());
  }

  private long own() {
    return rows / all * threads + Math.clamp(rows % all - first, 0, threads);
  }

  /// The next row of this agent; [#NONE] if all have been taken.
  private long claim() {
    if (lost || rows == 0) {
      return NONE;
    }
    long number = taken.getAndIncrement();
    long row = number / threads * all + first + number % threads;
    return row < rows ? row : order == Order.ROUND ? row % rows : NONE;
  }

  private UsedUp usedUp() {
    if (lost) {
      return new UsedUp("a worker that died had a part of feed " + name + ", so the rest is left");
    }
    if (threads == all || rows == 0) {
      return new UsedUp("all %,d rows of feed %s are used up".formatted(rows, name));
    }
    String which =
        threads == 1 ? "thread " + first : "threads %d to %d".formatted(first, first + threads - 1);
    return new UsedUp(
        "the part of %s is used up, %,d of the %,d rows of feed %s"
            .formatted(which, own(), rows, name));
  }

  /// The rows that one thread takes. The rows of an iteration are taken again in its repetitions.
  /// For one thread.
  public static final class Turns {
    private final Feed feed;
    private long[] taken = new long[2];
    private int count;
    private int at;

    /// A row that the next iteration takes first: a thread that has none does not begin one.
    private long ahead = NONE;

    Turns(Feed feed) {
      this.feed = feed;
    }

    /// Whether no row is left for the next iteration:
    /// [dev.broadside.core.work.JobThread#finished()] asks this.
    public boolean finished() {
      if (feed.order == Order.ONCE && ahead == NONE) {
        ahead = feed.claim();
      }
      return feed.order == Order.ONCE && ahead == NONE;
    }

    /// An iteration begins.
    ///
    /// @param attempt 0 for its first try
    public void begin(int attempt) {
      at = 0;
      count = attempt == 0 ? 0 : count;
    }

    /// The number of the next row.
    ///
    /// @param random draws it if rows come at random
    /// @throws UsedUp if no row is left
    public long next(RandomGenerator random) {
      if (at == count) {
        if (count == taken.length) {
          taken = Arrays.copyOf(taken, 2 * count);
        }
        taken[count] = draw(random);
        count++;
      }
      return taken[at++];
    }

    private long draw(RandomGenerator random) {
      long row = ahead;
      ahead = NONE;
      if (feed.order == Order.RANDOM && feed.rows > 0) {
        return (long) (random.nextDouble() * feed.rows);
      }
      row = row == NONE ? feed.claim() : row;
      if (row == NONE) {
        throw feed.usedUp();
      }
      return row;
    }
  }

  /// An iteration needs another row, and none is left. In a rehearsal, whose transactions also take
  /// rows, this is no failure.
  public static final class UsedUp extends OthersFirst {
    private static final long serialVersionUID = 1;

    UsedUp(String what) {
      super(what + "; add rows, shorten the run, or give the feed order: round");
    }
  }
}
