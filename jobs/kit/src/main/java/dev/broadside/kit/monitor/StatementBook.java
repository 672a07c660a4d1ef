package dev.broadside.kit.monitor;

import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Observation;
import dev.broadside.core.work.Observation.StatementEffort;
import dev.broadside.core.work.Observation.StatementTable;
import dev.broadside.core.work.Observation.StatementWork;
import dev.broadside.core.work.Observation.TimeBucket;
import dev.broadside.core.work.Rehearsal.LoadStatement;
import dev.broadside.kit.monitor.StatementView.Counted;
import dev.broadside.kit.monitor.StatementView.Part;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/// What an engine counted for each form of a statement since the first look: differences between
/// readings, added up. Counts that begin anew, within one connection, count from 0: what was
/// counted between the reading before and the new beginning is lost, and users are told. For one
/// thread.
///
/// Views are read once a minute and at the end, those whose rows pass with each reading; and never
/// more often than takes a hundredth of the time.
public final class StatementBook implements Watch {
  private static final long EVERY_NANOS = Duration.ofMinutes(1).toNanos();
  private static final int SHARE_OF_TIME = 100;
  private static final int ALIVE_WITHIN_SECONDS = 5;

  private final StatementView.All all;
  private final LongSupplier nanos;
  private final Map<String, String> operations = new HashMap<>();
  private final Set<String> own;
  private final List<Source> sources;
  private final Map<Long, TimeBucket> times = new TreeMap<>();
  private final Set<String> notes = new LinkedHashSet<>();
  private Optional<Map<Long, Long>> timesBefore = Optional.empty();
  private Optional<Connection> lookedAt = Optional.empty();
  private long firstNanos;
  private long toldNanos;

  /// @param load its statements, with the names under which results show them
  /// @param own the monitor's own statements, which are no part of the load
  public StatementBook(
      StatementView.All all, List<LoadStatement> load, List<String> own, LongSupplier nanos) {
    this.all = all;
    this.nanos = nanos;
    this.sources = new ArrayList<>(all.views().stream().map(Source::new).toList());
    this.own = own.stream().map(StatementText::form).collect(Collectors.toSet());
    this.own.add(StatementText.form(all.ready()));
    this.own.add(StatementText.form(all.times()));
    all.views().forEach(view -> this.own.add(StatementText.form(view.sql())));
    Map<String, Set<String>> names = new HashMap<>();
    load.forEach(one ->
        names
            .computeIfAbsent(StatementText.form(one.sql()), _ -> new LinkedHashSet<>())
            .add(one.name()));
    names.forEach((form, some) -> operations.put(form, String.join(", ", some)));
  }

  /// What was counted for one form.
  ///
  /// @param text as the view has it
  private record Sum(String text, double[] parts) {
    private Sum plus(double[] growth) {
      double[] sum = new double[parts.length];
      for (Part part : Part.values()) {
        int i = part.ordinal();
        sum[i] = part == Part.LONGEST ? longest(parts[i], growth[i]) : parts[i] + growth[i];
      }
      return new Sum(text, sum);
    }

    private static double longest(double one, double other) {
      return Double.isNaN(one) ? other : Double.isNaN(other) ? one : Math.max(one, other);
    }

    double part(Part part) {
      return parts[part.ordinal()];
    }

    private long whole(Part part) {
      return Double.isNaN(part(part)) ? -1 : Math.round(part(part));
    }

    StatementWork work(String operation) {
      return new StatementWork(
          operation,
          StatementText.shown(text),
          whole(Part.CALLS),
          part(Part.TIME),
          Double.isNaN(part(Part.LONGEST)) ? -1 : part(Part.LONGEST),
          new StatementEffort(
              whole(Part.ROWS),
              whole(Part.EXAMINED),
              whole(Part.TEMPORARY_TABLES),
              whole(Part.BLOCKS_READ)));
    }
  }

  /// A view, and what it told.
  private final class Source {
    private final StatementView view;
    private final Map<String, String> forms = new HashMap<>();
    private final Map<String, Sum> sums = new LinkedHashMap<>();
    private Optional<Map<String, Counted>> before = Optional.empty();
    private long nextNanos = Long.MIN_VALUE;

    Source(StatementView view) {
      this.view = view;
    }

    void read(Connection connection, boolean last) throws SQLException {
      long begin = nanos.getAsLong();
      if (before.isPresent() && !last && begin - nextNanos < 0) {
        return;
      }
      Map<String, Counted> now = view.read(connection);
      before.ifPresent(earlier -> now.forEach((key, counted) -> grow(earlier, key, counted)));
      before = Optional.of(now);
      forms.keySet().retainAll(now.values().stream().map(Counted::text).toList());
      long took = nanos.getAsLong() - begin;
      nextNanos = begin + Math.max(view.passing() ? 0 : EVERY_NANOS, SHARE_OF_TIME * took);
    }

    private void grow(Map<String, Counted> before, String key, Counted now) {
      Optional<Counted> earlier = Optional.ofNullable(before.get(key));
      Optional<Counted> from = earlier.filter(one -> !now.anew(one));
      if (earlier.isPresent() && from.isEmpty()) {
        notes.add(
            view.name() + " was set back: what it had counted since it was last read is missing");
      }
      double[] growth = now.parts().clone();
      from.ifPresent(one -> {
        for (Part part : Part.values()) {
          int i = part.ordinal();
          growth[i] -= part == Part.LONGEST ? 0 : one.parts()[i];
        }
        int longest = Part.LONGEST.ordinal();
        growth[longest] =
            now.parts()[longest] > one.parts()[longest] ? now.parts()[longest] : Double.NaN;
      });
      String form = forms.computeIfAbsent(now.text(), StatementText::form);
      if (growth[Part.CALLS.ordinal()] > 0 && !isOwn(form)) {
        sums.merge(form, new Sum(now.text(), growth), (sum, more) -> sum.plus(more.parts));
      }
    }
  }

  @Override
  public String name() {
    return "statements";
  }

  /// Engines keep other words for some of those that they are sent.
  private boolean isOwn(String form) {
    return own.contains(form)
        || form.startsWith("show ")
        || form.startsWith("explain ")
        || form.contains("broadside_plan")
        || form.contains(" pg_settings ")
        || form.contains(" pg_stat_")
        || form.contains("performance_schema .")
        || form.contains("information_schema .");
  }

  /// Reads what is due; the table once a minute, and at the end.
  ///
  /// @throws SQLException if the connection is lost
  @Override
  public List<Observation> look(Connection connection, Look at) throws SQLException {
    boolean last = at.last();
    long now = nanos.getAsLong();
    boolean first = lookedAt.filter(connection::equals).isEmpty();
    if (first) {
      begin(connection, now);
    }
    boolean due = last || now - toldNanos >= EVERY_NANOS;
    for (Source source : List.copyOf(sources)) {
      attempt(connection, source.view.name(), () -> source.read(connection, due), source);
    }
    if (!all.times().isEmpty() && !sources.isEmpty() && (due || first)) {
      readTimes(connection);
    }
    if (all.views().isEmpty() || !due) {
      return List.of();
    }
    toldNanos = now;
    return List.of(table(now));
  }

  /// What another connection tells may be told by another server.
  private void begin(Connection connection, long now) throws SQLException {
    if (lookedAt.isEmpty()) {
      firstNanos = now;
      toldNanos = now;
      if (!all.views().isEmpty() && !all.areReady(connection)) {
        sources.clear();
        notes.add("no statement table: " + all.absent());
      }
    } else if (!sources.isEmpty()) {
      notes.add("what was counted while the monitor had no connection is missing");
    }
    lookedAt = Optional.of(connection);
    sources.forEach(source -> source.before = Optional.empty());
    timesBefore = Optional.empty();
  }

  private interface Reading {
    void read() throws SQLException;
  }

  /// What the user may not read is given up, and told with the table.
  private void attempt(Connection connection, String name, Reading reading, Source source)
      throws SQLException {
    try {
      reading.read();
    } catch (SQLException refused) {
      if (!connection.getAutoCommit()) {
        connection.rollback();
      }
      if (!connection.isValid(ALIVE_WITHIN_SECONDS)) {
        throw refused;
      }
      sources.remove(source);
      notes.add("%s is left out: %s".formatted(name, Failure.describe(refused)));
    }
  }

  private void readTimes(Connection connection) throws SQLException {
    Map<Long, Long> now = new HashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(all.times())) {
      while (rows.next()) {
        now.put(rows.getLong(1), rows.getLong(2));
      }
    } catch (SQLException refused) {
      return; // Engines of some versions have none; the views have told what the user may not.
    }
    timesBefore.ifPresent(before ->
        now.forEach((upTo, count) -> {
          long earlier = before.getOrDefault(upTo, 0L);
          long growth = count < earlier ? count : count - earlier;
          times.merge(
              upTo,
              new TimeBucket(upTo, growth),
              (one, more) -> new TimeBucket(upTo, one.count() + more.count()));
        }));
    timesBefore = Optional.of(now);
  }

  private StatementTable table(long now) {
    Map<String, Sum> sums = sums();
    List<StatementWork> rows =
        sums.entrySet().stream()
            .map(one -> one.getValue().work(operations.getOrDefault(one.getKey(), "")))
            .sorted(Comparator.comparingDouble(StatementWork::totalMillis).reversed())
            .limit(StatementTable.MOST_ROWS)
            .toList();
    double total = sums.values().stream().mapToDouble(one -> one.part(Part.TIME)).sum();
    List<TimeBucket> took = times.values().stream().filter(one -> one.count() > 0).toList();
    return new StatementTable(rows, total, (now - firstNanos) / 1e6, took, note(rows.isEmpty()));
  }

  /// A server may count a statement in several of its views: the most complete one counts.
  private Map<String, Sum> sums() {
    Map<String, Sum> all = new LinkedHashMap<>();
    for (Source source : sources) {
      source.sums.forEach((form, sum) ->
          all.merge(
              form,
              sum,
              (one, other) -> one.part(Part.CALLS) >= other.part(Part.CALLS) ? one : other));
    }
    return all;
  }

  private String note(boolean empty) {
    Set<String> said = new LinkedHashSet<>(notes);
    if (!empty) {
      sources.stream()
          .filter(source -> !source.sums.isEmpty() && !source.view.only().isEmpty())
          .forEach(source -> said.add(source.view.only()));
    }
    return String.join("; ", said);
  }

  /// The statements that it makes.
  List<String> statements() {
    List<String> statements = new ArrayList<>(List.of(all.ready(), all.times()));
    all.views().forEach(view -> statements.add(view.sql()));
    return statements.stream().filter(one -> !one.isEmpty()).toList();
  }
}
