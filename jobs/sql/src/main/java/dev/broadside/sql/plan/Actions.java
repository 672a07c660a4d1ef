package dev.broadside.sql.plan;

import dev.broadside.sql.value.Expression;
import dev.broadside.sql.value.Frame;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/// The kinds of steps of a transaction.
public final class Actions {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_DAY = 86_400e9;

  private Actions() {}

  /// One after the other.
  public static Action all(List<Action> list) {
    if (list.size() == 1) {
      return list.getFirst();
    }
    Action[] actions = list.toArray(Action[]::new);
    return thread -> {
      for (Action action : actions) {
        if (!action.run(thread)) {
          return false;
        }
      }
      return true;
    };
  }

  public static Action set(int slot, Expression value) {
    return thread -> {
      value.into(thread.frame(), slot);
      return true;
    };
  }

  public static Action execute(StatementPlan statement) {
    return statement
        .batch()
        .<Action>map(size ->
            thread -> {
              thread.executeBatch(statement, size);
              return true;
            })
        .orElse(thread -> {
          thread.execute(statement);
          return true;
        });
  }

  public static Action when(Expression condition, Action then, Action otherwise) {
    return thread -> condition.truth(thread.frame()) ? then.run(thread) : otherwise.run(thread);
  }

  public static Action repeatWhile(Expression condition, long atMost, Action body) {
    return thread -> {
      for (long i = 0; i < atMost && condition.truth(thread.frame()); i++) {
        if (!body.run(thread)) {
          return false;
        }
      }
      return true;
    };
  }

  /// @param slot of the number of the round, from 1
  public static Action repeat(Expression times, long atMost, int slot, Action body) {
    return thread -> {
      long rounds = Math.min(atMost, times.whole(thread.frame()));
      for (long i = 1; i <= rounds; i++) {
        thread.frame().set(slot, i);
        if (!body.run(thread)) {
          return false;
        }
      }
      return true;
    };
  }

  /// Executes a query, keeps its rows, and does something with each.
  public static Action each(StatementPlan query, int buffer, Action body) {
    return thread -> {
      int rows = thread.collect(query, buffer);
      for (int i = 0; i < rows; i++) {
        thread.show(query, buffer, i);
        if (!body.run(thread)) {
          return false;
        }
      }
      return true;
    };
  }

  /// @param millis how long; nothing if it is not positive
  public static Action pause(Expression millis) {
    return thread -> {
      long end = System.nanoTime() + (long) (millis.decimal(thread.frame()) * NANOS_PER_MILLI);
      for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
      return true;
    };
  }

  /// Lets the thread wait after the transaction, outside its time.
  ///
  /// @param millis how long, up to a day; not at all if it is not positive
  public static Action pauseAfter(Expression millis) {
    return thread -> {
      double nanos = millis.decimal(thread.frame()) * NANOS_PER_MILLI;
      thread.iteration().pauseAfter((long) Math.clamp(nanos, 0, NANOS_PER_DAY));
      return true;
    };
  }

  /// Adds to a count or a sum what counts if the transaction commits; amounts below 0 add nothing.
  public static Action addIfCommitted(int figure, Expression amount) {
    return thread -> {
      thread.addIfCommitted(figure, Math.max(0, amount.whole(thread.frame())));
      return true;
    };
  }

  /// Adds to a figure; amounts below 0 add nothing.
  public static Action add(int figure, Expression amount) {
    return thread -> {
      thread.iteration().add(figure, Math.max(0, amount.whole(thread.frame())));
      return true;
    };
  }

  public static Action rollback() {
    return thread -> {
      thread.rollBack();
      return false;
    };
  }

  /// Begins a transaction on a connection in auto-commit.
  public static Action begin() {
    return thread -> {
      thread.beginTransaction();
      return true;
    };
  }

  /// Ends a transaction that [#begin] began.
  public static Action end(boolean commits) {
    return thread -> {
      thread.endTransaction(commits);
      return true;
    };
  }

  public static Action commit() {
    return thread -> {
      thread.commitPart();
      return true;
    };
  }

  /// Sets values to the next row of a feed.
  ///
  /// @param turns the state that takes its rows
  public static Action next(int turns, List<Integer> slots) {
    int[] into = slots.stream().mapToInt(slot -> slot).toArray();
    return thread -> {
      thread.frame().<FeedRows.Turns>state(turns).next(thread.frame(), into);
      return true;
    };
  }

  /// Takes the thread's oldest row; fails if it has none.
  public static Action take(int queue, List<Integer> slots) {
    int[] into = slots.stream().mapToInt(slot -> slot).toArray();
    return thread -> {
      thread.queue(queue).take(thread.frame(), into);
      return true;
    };
  }

  public static Action put(int queue, List<Expression> values) {
    Expression[] cells = values.toArray(Expression[]::new);
    return thread -> {
      Frame frame = thread.frame();
      thread.queue(queue).put(cells, frame);
      return true;
    };
  }

  /// Sets a value to how many rows a queue has.
  public static Action count(int queue, int slot) {
    return thread -> {
      thread.frame().set(slot, (long) thread.queue(queue).size());
      return true;
    };
  }

  /// Ends the iteration as one that failed.
  public static Action fail(String reason) {
    return _ -> {
      throw new SQLException(reason, SqlThread.NO_DATA);
    };
  }
}
