package dev.broadside.kit.plan;

import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.Observation;
import dev.broadside.core.work.Rehearsal.LoadStatement;
import dev.broadside.core.work.database.DatabaseFigures;
import dev.broadside.kit.monitor.Watch;
import dev.broadside.kit.query.Quoting;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;

/// Looks again and again how a database carries out the statements of a load: all of them before
/// the load, then one after another so that each has its turn every [#EVERY], and all at the end.
/// For one thread.
public final class PlanWatch implements Watch {
  public static final Duration EVERY = Duration.ofSeconds(20);

  /// Further statements are not looked at.
  public static final int MOST_STATEMENTS = 30;

  /// Further changes of a statement's plan are only counted, so that one that flaps does not fill
  /// the result.
  public static final int MOST_TOLD = 3;

  /// A reading looks at no further statement when it has taken so long.
  private static final long MOST_NANOS = 5_000_000;

  /// The end of a run does not wait for long.
  private static final long MOST_NANOS_AT_THE_END = 250_000_000;

  private static final int LONGEST = 2_000;
  private static final int MOST_NAMED = 5;

  private static final Pattern PLANNED =
      Pattern.compile(
          "[(\\s]*(select|with|update|delete|merge|(insert|replace)\\b.*\\bselect)\\b.*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /// It has no plan to speak of.
  private static final Pattern PLAIN_INSERT =
      Pattern.compile("\\s*(insert|replace)\\b.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private final PlanSource source;
  private final LongSupplier nanos;
  private final List<Watched> all = new ArrayList<>();
  private final Map<Figure, Long> asked = new HashMap<>();
  private final List<String> leftOut = new ArrayList<>();
  private String why = "";
  private boolean told;
  private long firstNanos;
  private long looked;
  private long changes;

  /// A statement, and how it was carried out when it was last looked at.
  private static final class Watched {
    private final LoadStatement statement;
    private Optional<String> shape = Optional.empty();
    private boolean refused;
    private int told;

    Watched(LoadStatement statement) {
      this.statement = statement;
    }
  }

  /// @param quoting of the source's engine. An EXPLAIN of several statements would carry out all
  ///   but the first
  /// @param statements of the load; those with the same text are one
  /// @param nanos a clock that is never set
  public PlanWatch(
      PlanSource source, Quoting quoting, List<LoadStatement> statements, LongSupplier nanos) {
    this.source = source;
    this.nanos = nanos;
    Set<String> names = new HashSet<>();
    Set<String> texts = new HashSet<>();
    for (LoadStatement one : statements) {
      String plain = quoting.bare(one.sql());
      boolean planned = PLANNED.matcher(plain).matches();
      if (!texts.add(one.sql()) || (!planned && PLAIN_INSERT.matcher(plain).matches())) {
        continue;
      }
      String name = one.name();
      for (int i = 2; !names.add(name); i++) {
        name = one.name() + " (" + i + ")";
      }
      if (!planned || !quoting.single(one.sql())) {
        leaveOut(name, "databases tell no plan for such a statement");
      } else if (all.size() < MOST_STATEMENTS) {
        all.add(new Watched(new LoadStatement(name, one.sql(), one.values())));
      } else {
        leaveOut(name, "only %d are looked at".formatted(MOST_STATEMENTS));
      }
    }
  }

  @Override
  public String name() {
    return "plans";
  }

  @Override
  public List<Figure> figures() {
    return List.of(DatabaseFigures.PLAN_CHANGES);
  }

  /// How many plans have changed; not a number if none is looked at.
  @Override
  public double[] values() {
    long some = changes;
    changes = 0;
    return new double[] {all.isEmpty() ? Double.NaN : some};
  }

  /// Has refused statements asked again, on another connection.
  @Override
  public void connected(Connection open) {
    all.forEach(one -> one.refused = false);
  }

  /// Asks for those plans whose turn it is. Failures of the connection are left to the next reading
  /// to find.
  @Override
  public List<Observation> look(Connection connection, Look at) {
    List<Observation> news = new ArrayList<>();
    boolean last = at.last();
    long begun = nanos.getAsLong();
    boolean first = looked == 0;
    firstNanos = first ? begun : firstNanos;
    long most = first ? Long.MAX_VALUE : last ? MOST_NANOS_AT_THE_END : MOST_NANOS;
    int turns = first || last ? all.size() : turns(begun);
    try {
      for (int i = 0; i < turns && (i == 0 || nanos.getAsLong() - begun < most); i++) {
        if (i == 0) {
          source.begin(connection);
        }
        look(connection, all.get((int) (looked++ % all.size())), news);
      }
    } catch (SQLException _) {
      // The next reading of the counters meets the same failure, and tells it.
    }
    return news;
  }

  /// How many looks are due. What was missed while the database did not answer is not made up for.
  private int turns(long now) {
    long due = all.size() + all.size() * (now - firstNanos) / EVERY.toNanos();
    looked = Math.max(looked, due - all.size());
    return (int) Math.max(0, due - looked);
  }

  private void look(Connection connection, Watched one, List<Observation> news)
      throws SQLException {
    if (one.refused) {
      return;
    }
    try {
      source
          .shape(connection, one.statement, () -> asks(one.statement))
          .ifPresent(shape -> seen(one, shape, news));
    } catch (SQLException refused) {
      if (!connection.isValid(1)) {
        throw refused;
      }
      // A statement whose plan was told before may have met a lock.
      if (one.shape.isEmpty()) {
        one.refused = true;
        leaveOut(
            one.statement.name(),
            Failure.describe(refused) + "; let the monitor's user do what the load's user does");
      }
    }
  }

  private void asks(LoadStatement statement) {
    source.addsTo(statement).ifPresent(figure -> asked.merge(figure, 1L, Long::sum));
  }

  private void leaveOut(String name, String reason) {
    leftOut.add(name);
    why = why.isEmpty() ? reason : why;
  }

  private void seen(Watched one, String whole, List<Observation> news) {
    String shape = whole.length() > LONGEST ? whole.substring(0, LONGEST) : whole;
    String name = one.statement.name();
    if (one.shape.isEmpty()) {
      news.add(new Observation.Seen(Observation.Subject.PLAN, name, shape));
    } else if (!one.shape.get().equals(shape)) {
      changes++;
      if (one.told++ < MOST_TOLD) {
        String before = one.shape.get();
        news.add(new Observation.Changed(Observation.Subject.PLAN, name, before, shape));
      }
    }
    one.shape = Optional.of(shape);
  }

  @Override
  public Map<Figure, Long> asked() {
    Map<Figure, Long> some = Map.copyOf(asked);
    asked.clear();
    return some;
  }

  /// The statements whose plans are not known, in one sentence for all, and once.
  @Override
  public List<Failure> omissions() {
    if (told || leftOut.isEmpty()) {
      return List.of();
    }
    told = true;
    int more = leftOut.size() - MOST_NAMED;
    String names = String.join(", ", leftOut.subList(0, Math.min(leftOut.size(), MOST_NAMED)));
    return List.of(
        new Failure(
                ErrorClass.OTHER,
                0,
                "",
                "what plan the database has is left out for %s%s: %s"
                    .formatted(names, more > 0 ? " and " + more + " more" : "", why),
                Failure.Retry.NEVER)
            .during("monitor: plans"));
  }
}
