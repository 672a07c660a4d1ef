package dev.broadside.jobs.sysbench;

import dev.broadside.core.work.ThreadContext;
import dev.broadside.kit.engine.Dialect;

/// Writes the INSERT of oltp_insert as text. For one thread.
final class TextInsert {
  private static final int LENGTH = 300;

  private final StringBuilder text = new StringBuilder(LENGTH);
  private final boolean autoInc;
  private final String next;
  private final UniqueIds ids;

  private TextInsert(boolean autoInc, String next, UniqueIds ids) {
    this.autoInc = autoInc;
    this.next = next;
    this.ids = ids;
  }

  static TextInsert of(Options options, Dialect dialect, ThreadContext context) {
    long seed = context.seed() + context.facts().whole(SysbenchJob.ROWS_BEFORE);
    return new TextInsert(
        options.autoInc(),
        dialect.nextIdentity(),
        new UniqueIds(seed, context.thread(), context.totalThreads()));
  }

  String sql(int table, int k, String c, String pad) {
    text.setLength(0);
    text.append("insert into ").append(Sbtest.PREFIX).append(table);
    text.append(" (id, k, c, pad) values (");
    if (autoInc) {
      text.append(next);
    } else {
      text.append(ids.next());
    }
    text.append(", ").append(k).append(", '").append(c).append("', '").append(pad).append("')");
    return text.toString();
  }
}
