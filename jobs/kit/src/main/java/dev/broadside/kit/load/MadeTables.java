package dev.broadside.kit.load;

import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.JobContext;
import dev.broadside.core.work.ShareContext;
import dev.broadside.kit.jdbc.OpenTarget;
import dev.broadside.kit.jdbc.TargetParameters;
import dev.broadside.kit.query.RefusedStatement;
import dev.broadside.kit.query.TableCatalog;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The tables of a job class in one database: whether they exist and fit, and how they are made,
/// loaded and dropped. A job class extends it and says which tables these are.
///
/// A [LoadLog] in the same database notes what is done, so that whatever was interrupted can be
/// repeated, and that tables which somebody else made are neither used nor dropped.
public abstract class MadeTables {
  /// The fact that says with which seed the rows were made.
  public static final String SEED = "data.seed";

  private static final String LOADED = "loaded";

  private final OpenTarget at;
  private final LoadLog log;
  private final boolean fresh;

  /// How this object loaded the rows; empty if it did not.
  private Optional<String> loading = Optional.empty();

  /// @param log the name of the log's table
  /// @param fresh whether earlier tables are dropped and made anew, whatever they were made with
  protected MadeTables(OpenTarget at, String log, boolean fresh) {
    this.at = at;
    this.log = new LoadLog(log, at.dialect());
    this.fresh = fresh;
  }

  /// In the order in which they are made and loaded. They are dropped the other way round.
  protected abstract List<MadeTable> tables();

  /// What all tables together are made with.
  protected List<MadeTable.Note> notes() {
    return List.of();
  }

  /// The problem of a table that exists, while no log says that this job class made it.
  protected abstract Problem foreign(String table) throws SQLException;

  /// Called before the tables are created, and again when an interrupted [#make] is repeated.
  protected void beforeTables() throws SQLException {}

  /// Called when all rows are loaded and all indexes are built; again if that was interrupted.
  protected void afterRows() throws SQLException {}

  /// Called before the tables are dropped, if this job class made them.
  protected void beforeDrop() throws SQLException {}

  /// The data that these tables get.
  public final DataSet data() {
    return new DataSet(at, log, tables());
  }

  /// Adds to the facts of a job what its tables were loaded with, and whether they still hold it.
  /// To be called after [#make].
  public final Facts judged(Facts facts, JobContext context) throws SQLException {
    if (tables().isEmpty()) {
      return facts; // Statements alone load no data set.
    }
    Facts more = loading.map(words -> facts.with(Facts.DATA_LOADED, words)).orElse(facts);
    return context.stopping() ? more : data().into(more, context.values());
  }

  /// Writes the rows as files, in place of loading them.
  ///
  /// @param form as in [DataSet#write]
  public final void write(Path folder, String form, JobContext context)
      throws SQLException, IOException {
    Map<String, String> noted = new LinkedHashMap<>();
    Stream.concat(tables().stream().flatMap(table -> table.notes().stream()), notes().stream())
        .forEach(note -> noted.put(note.name(), note.value()));
    noted.put("seed", Long.toString(context.seed()));
    data().write(folder, form, noted, context);
  }

  protected final OpenTarget at() {
    return at;
  }

  protected final LoadLog log() {
    return log;
  }

  protected final boolean fresh() {
    return fresh;
  }

  /// Why the job cannot use the tables that it finds; empty if it can, or finds none.
  public final Optional<Problem> misfit() throws SQLException {
    boolean ours = log.exists(at.connection());
    for (MadeTable table : tables()) {
      if (TableCatalog.hasTable(at.connection(), table.name())) {
        Optional<Problem> problem =
            ours ? misfit(table.notes()) : Optional.of(foreign(table.name()));
        if (problem.isPresent()) {
          return problem;
        }
      }
    }
    return ours ? misfit(notes()) : Optional.empty();
  }

  private Optional<Problem> misfit(List<MadeTable.Note> wanted) throws SQLException {
    if (fresh) {
      return Optional.empty();
    }
    for (MadeTable.Note note : wanted) {
      Optional<String> noted = log.read(at.connection(), note.name());
      if (noted.isPresent() && !noted.get().equals(note.value())) {
        return Optional.of(note.misfit().apply(noted.get()));
      }
    }
    return Optional.empty();
  }

  /// Whether a load was completed.
  public final boolean loaded() throws SQLException {
    return log.exists(at.connection()) && log.has(at.connection(), LOADED);
  }

  /// Whether [#make] has nothing to do.
  public final boolean complete() throws SQLException {
    boolean complete = !fresh && loaded();
    for (MadeTable table : tables()) {
      complete = complete && TableCatalog.hasTable(at.connection(), table.name());
    }
    return complete;
  }

  /// The privileges that the user needs so that [#make] can make what is missing.
  public final Set<String> privileges() throws SQLException {
    if (complete()) {
      return Set.of();
    }
    Set<String> privileges = new HashSet<>(Set.of("CREATE", "INSERT"));
    if (tables().stream().anyMatch(table -> !table.indexes().isEmpty())) {
      privileges.add("INDEX");
    }
    if (fresh) {
      privileges.add("DROP");
    }
    return privileges;
  }

  /// Creates what is missing, loads it, builds the indexes, and updates the planner's statistics.
  /// Tables that were dropped since are made again. Returns early if the job is to stop.
  ///
  /// @return the seed of the rows: that of an earlier load if there was one
  public final long make(JobContext context) throws SQLException, InterruptedException {
    if (fresh) {
      drop();
    }
    log.create(at.connection());
    beforeTables();
    for (MadeTable table : tables()) {
      create(table);
    }
    for (MadeTable.Note note : notes()) {
      log.noteOnce(at.connection(), note.name(), note.value());
    }
    long seed =
        Long.parseLong(log.noteOnce(at.connection(), "seed", Long.toString(context.seed())));
    if (!loaded()) {
      context.loading(Facts.NONE.with(SEED, seed));
      boolean resumed = data().begun();
      long beganNanos = System.nanoTime();
      load(context, seed);
      long nanos = System.nanoTime() - beganNanos;
      if (!context.stopping()) {
        finish(context);
        loading = Optional.of(data().words(resumed, nanos));
      }
    }
    return seed;
  }

  /// What a table is made with is noted before it exists: better a note without a table than a
  /// table without a note.
  private void create(MadeTable table) throws SQLException {
    boolean there = TableCatalog.hasTable(at.connection(), table.name());
    for (MadeTable.Note note : table.notes()) {
      if (there) {
        log.noteOnce(at.connection(), note.name(), note.value());
      } else {
        log.renote(at.connection(), note.name(), note.value());
      }
    }
    try {
      log.createTable(at.connection(), table.name(), table.create(), LOADED);
    } catch (SQLException e) {
      throw placed(table, e);
    }
  }

  private static SQLException placed(MadeTable table, SQLException e) {
    return table.place().isEmpty()
        ? e
        : new RefusedStatement(table.place(), Failure.describe(e), e);
  }

  /// Loads a part of what is missing, while another agent [makes][#make] the tables.
  public final void help(ShareContext context) throws SQLException, InterruptedException {
    if (!loaded()) {
      load(context, context.facts().whole(SEED));
    }
  }

  private void load(JobContext context, long seed) throws SQLException, InterruptedException {
    ParallelLoader loader =
        new ParallelLoader(at.target(), log, TargetParameters.loadThreads(context.values()));
    for (MadeTable table : tables()) {
      TableLoad rows = table.rows().apply(seed);
      try {
        if (rows.rows() > 0) {
          loader.load(rows, context);
        }
      } catch (SQLException e) {
        throw placed(table, e);
      }
    }
  }

  private void finish(JobContext context) throws SQLException {
    List<TableCatalog.Index> indexes =
        tables().stream().flatMap(table -> table.indexes().stream()).toList();
    for (int i = 0; i < indexes.size(); i++) {
      context.progress("build indexes", i, indexes.size());
      indexes.get(i).build(at.connection());
    }
    context.progress("build indexes", indexes.size(), indexes.size());
    afterRows();
    for (MadeTable table : tables()) {
      at.run(at.dialect().afterLoad(table.name()));
    }
    context.progress("count what was loaded", 0, 0);
    for (MadeTable table : tables()) {
      data().note(table.name());
    }
    log.note(at.connection(), LOADED, "yes");
  }

  /// Drops what [#make] made, the log last: an interrupted drop can be repeated.
  public final void drop() throws SQLException {
    Connection connection = at.connection();
    if (log.exists(connection)) {
      beforeDrop();
      for (MadeTable table : tables().reversed()) {
        TableCatalog.drop(connection, table.name());
      }
      TableCatalog.drop(connection, log.table());
    }
  }
}
