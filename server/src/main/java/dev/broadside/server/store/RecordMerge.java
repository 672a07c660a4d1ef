package dev.broadside.server.store;

import dev.broadside.core.wire.SealedRecord;
import dev.broadside.server.store.RecordTable.NumberedStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Consumer;

/// Merges streams of records, each in order, into one: by interval, then by key. Holds one page of
/// each stream.
///
/// The order depends on the records alone, so that what is derived from them does not depend on how
/// they came.
final class RecordMerge {
  private final List<Cursor> cursors = new ArrayList<>();
  private final Pages pages;

  /// A record and the interval that it is of.
  record Indexed(int index, SealedRecord sealed) {}

  /// Where records come from.
  interface Pages {
    /// The next records of a stream after a sequence number; empty at its end.
    List<Indexed> after(NumberedStream stream, long seq);
  }

  /// Where one stream is.
  private final class Cursor {
    private final NumberedStream stream;
    private final Deque<Indexed> page = new ArrayDeque<>();
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

    int index() {
      return page.element().index();
    }

    SealedRecord take() {
      SealedRecord sealed = page.remove().sealed();
      seq = sealed.key().seq();
      return sealed;
    }
  }

  RecordMerge(List<NumberedStream> streams, Pages pages) {
    this.pages = pages;
    streams.forEach(stream -> cursors.add(new Cursor(stream)));
  }

  void forEach(Consumer<SealedRecord> taker) {
    PriorityQueue<Cursor> next =
        new PriorityQueue<>(
            Comparator.comparingInt(Cursor::index).thenComparing(cursor -> cursor.stream.key()));
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
