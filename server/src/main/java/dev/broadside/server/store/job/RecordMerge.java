package dev.broadside.server.store.job;

import dev.broadside.server.store.job.RecordTable.NumberedStream;
import dev.broadside.server.store.row.StoredRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Consumer;

/// Merges ordered streams of records into one, by the end of the interval, then by key. Holds one
/// page of each stream.
///
/// The order depends on the records alone, so that results do not depend on the order of arrival.
final class RecordMerge {
  private final List<Cursor> cursors = new ArrayList<>();
  private final Pages pages;

  /// Where records come from.
  interface Pages {
    /// The next records of a stream after a sequence number; empty at its end.
    List<StoredRecord> after(NumberedStream stream, long seq);
  }

  /// The position in a stream.
  private final class Cursor {
    private final NumberedStream stream;
    private final Deque<StoredRecord> page = new ArrayDeque<>();
    private long seq = -1;

    Cursor(NumberedStream stream) {
      this.stream = stream;
    }

    boolean ready() {
      if (page.isEmpty()) {
        page.addAll(pages.after(stream, seq));
      }
      return !page.isEmpty();
    }

    int endIndex() {
      return page.element().index() + page.element().intervals();
    }

    StoredRecord take() {
      StoredRecord record = page.remove();
      seq = record.sealed().key().seq();
      return record;
    }
  }

  RecordMerge(List<NumberedStream> streams, Pages pages) {
    this.pages = pages;
    streams.forEach(stream -> cursors.add(new Cursor(stream)));
  }

  void forEach(Consumer<StoredRecord> taker) {
    PriorityQueue<Cursor> next =
        new PriorityQueue<>(
            Comparator.comparingInt(Cursor::endIndex).thenComparing(cursor -> cursor.stream.key()));
    cursors.stream().filter(Cursor::ready).forEach(next::add);
    while (!next.isEmpty()) {
      Cursor first = next.remove();
      taker.accept(first.take());
      if (first.ready()) {
        next.add(first);
      }
    }
  }
}
