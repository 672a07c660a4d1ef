package dev.broadside.jobs.pgbench;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.JobContext;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.ShareContext;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.core.work.VerifyContext;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.engine.RetryPolicy;
import dev.broadside.kit.jdbc.JdbcJob;
import dev.broadside.kit.jdbc.OpenTarget;
import dev.broadside.kit.jdbc.Session;
import dev.broadside.kit.jdbc.SessionThread;
import dev.broadside.kit.jdbc.TargetParameters;
import dev.broadside.kit.rehearsal.NamedSql;
import dev.broadside.kit.verify.Checks;
import dev.broadside.kit.verify.RowBalance;
import dev.broadside.sql.plan.SqlThread;
import dev.broadside.sql.value.Frame;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// pgbench (PostgreSQL 15 and later): its built-in scripts, and users' own scripts, on every
/// database that accepts their SQL.
public final class Pgbench extends JdbcJob {
  private static final String HISTORY = "data.history";
  private static final String BESIDE_HISTORY = "data.accounts-beside-history";

  static final Parameter.Whole SCALE =
      Parameter.whole("scale", "Branches; each has 10 tellers and 100,000 accounts (pgbench -s)")
          .between(1, 100_000)
          .preset(1);

  private static final String ONE = "(" + BuiltInScript.names("|") + ")(@\\d{1,9})?";

  static final Parameter.Text BUILT_IN =
      Parameter.text(
              "builtin",
              "Built-in scripts with their weights, such as simple-update@1,select-only@3"
                  + " (pgbench -b); tpcb-like if no script is given")
          .preset("")
          .matching(
              "(" + ONE + "(," + ONE + ")*)?",
              BuiltInScript.names(", ") + ", each with @WEIGHT if need be, between commas");

  static final Parameter.Text SCRIPT =
      Parameter.text(
              "script", "Files of scripts with their weights, such as a.sql@2,b.sql (pgbench -f)")
          .preset("")
          .atMost(100_000)
          .ofFiles();

  static final Parameter.Text DEFINE =
      Parameter.text("define", "Variables of scripts: name=value,name=value (pgbench -D)")
          .preset("")
          .matching("([A-Za-z_]\\w*=[^,]*(,[A-Za-z_]\\w*=[^,]*)*)?", "name=value between commas");

  static final Parameter.Choice RETRY = RetryPolicy.PARAMETER.preset("never");

  public Pgbench() {
    super(
        new JobDescription(
            "pgbench",
            "Scripts of pgbench",
            """
            Scripts of pgbench (PostgreSQL 15 to 18), its own and yours: tpcb-like, simple-update, select-only, and \
            files with all of its expressions, conditions and weights.\
            """,
            TargetParameters.ALL
                .and(Parameters.of(SCALE, BUILT_IN, SCRIPT, DEFINE))
                .and(
                    Parameters.of(
                            RETRY,
                            TargetParameters.LOAD_THREADS,
                            TargetParameters.FINGERPRINT,
                            TargetParameters.CLEAN_UP,
                            TargetParameters.FRESH)
                        .folded()),
            ScriptOperations.ALL,
            figures()));
  }

  private static List<Figure> figures() {
    return IntStream.rangeClosed(1, ScriptPlan.TIMED)
        .mapToObj(number ->
            // The page folds labels with a comma: most runs have few scripts.
            Figure.duration("script." + number, "Scripts, number " + number)
                .help(
                    "Duration of one of several scripts, numbered as given, built-in ones first; the last attempt")
                .in("Scripts"))
        .toList();
  }

  /// Built-in scripts first, as they are numbered.
  private static List<ScriptText> scripts(ParameterValues values) {
    List<ScriptText> own = ScriptText.ofFiles(values.get(SCRIPT));
    String named = values.get(BUILT_IN);
    List<ScriptText> all = new ArrayList<>();
    for (String one : (named.isEmpty() && own.isEmpty() ? "tpcb-like" : named).split(",", -1)) {
      String[] parts = one.split("@", 2);
      if (!one.isEmpty()) {
        all.add(
            BuiltInScript.named(parts[0])
                .weighing(parts.length > 1 ? Long.parseLong(parts[1]) : 1));
      }
    }
    all.addAll(own);
    return all;
  }

  private static Map<String, String> defined(ParameterValues values) {
    Map<String, String> defined = new LinkedHashMap<>();
    for (String one : values.get(DEFINE).split(",", -1)) {
      int at = one.indexOf('=');
      if (at > 0) {
        defined.put(one.substring(0, at), one.substring(at + 1));
      }
    }
    return defined;
  }

  private static ScriptPlan plan(ParameterValues values) {
    return ScriptPlan.of(scripts(values), defined(values).keySet());
  }

  @Override
  public List<String> transactions(ParameterValues values) {
    return plan(values).plan().transactionNames();
  }

  @Override
  protected List<Problem> contradictions(ParameterValues values) {
    List<ScriptText> scripts = scripts(values);
    List<Problem> problems = new ArrayList<>(plan(values).problems());
    if (scripts.stream().allMatch(script -> script.weight() == 0)) {
      problems.add(
          Problem.wrong("parameter script", "all weights are 0", "give one script a weight"));
    }
    beyondTheTables(values).ifPresent(problems::add);
    return problems;
  }

  /// Refuses built-in scripts that draw from more accounts than there are: they would only change
  /// history. Fewer accounts are fine, and users' own scripts are not judged.
  private static Optional<Problem> beyondTheTables(ParameterValues values) {
    long scale = values.get(SCALE);
    String defined = defined(values).getOrDefault("scale", "");
    return values.get(SCRIPT).isEmpty()
            && defined.matches("\\d{1,18}")
            && Long.parseLong(defined) > scale
        ? Optional.of(
            Problem.wrong(
                "parameter define",
                "scale is %s there and the tables are of scale %d".formatted(defined, scale),
                "give --scale %s, or leave it out".formatted(defined)))
        : Optional.empty();
  }

  private static PgbenchTables tables(OpenTarget at, JobContext context) {
    return new PgbenchTables(at, context.values());
  }

  /// Scripts that never name pgbench's tables do not need them.
  private static boolean usesTables(ParameterValues values) {
    return scripts(values).stream()
        .anyMatch(script ->
            script.text().matches("(?is).*\\bpgbench_(accounts|branches|tellers|history)\\b.*"));
  }

  @Override
  protected Set<String> privileges(OpenTarget at, JobContext context) throws SQLException {
    Set<String> privileges = new TreeSet<>(Set.of("SELECT"));
    plan(context.values()).plan().statements().stream()
        .map(statement -> statement.sql().any().firstWord().toUpperCase(Locale.ROOT))
        .filter(Set.of("INSERT", "UPDATE", "DELETE")::contains)
        .forEach(privileges::add);
    if (usesTables(context.values())) {
      privileges.addAll(tables(at, context).neededPrivileges());
    }
    return privileges;
  }

  @Override
  protected List<Problem> obstacles(OpenTarget at, JobContext context) throws SQLException {
    return usesTables(context.values())
        ? tables(at, context).obstacle().stream().toList()
        : List.of();
  }

  @Override
  protected int statements(ParameterValues values) {
    return plan(values).plan().statements().size();
  }

  @Override
  protected Facts prepare(OpenTarget at, JobContext context, Facts facts)
      throws SQLException, InterruptedException {
    if (!usesTables(context.values())) {
      return facts;
    }
    PgbenchTables tables = tables(at, context);
    tables.prepare(context);
    return context.stopping()
        ? facts
        : tables
            .judged(facts, context)
            .with(HISTORY, tables.history())
            .with(BESIDE_HISTORY, tables.accountsBesideHistory());
  }

  @Override
  protected void load(OpenTarget at, ShareContext context)
      throws SQLException, InterruptedException {
    tables(at, context).help(context);
  }

  @Override
  protected boolean write(OpenTarget at, JobContext context, Path folder, String form)
      throws SQLException, IOException {
    tables(at, context).write(folder, form, context);
    return usesTables(context.values());
  }

  @Override
  protected List<String> keyless(OpenTarget at, JobContext context) {
    return usesTables(context.values()) ? List.of("pgbench_history") : List.of();
  }

  @Override
  protected boolean complete(OpenTarget at, JobContext context) throws SQLException {
    return !usesTables(context.values()) || tables(at, context).usable();
  }

  @Override
  protected List<NamedSql> loadStatements(ShareContext context, Dialect dialect) {
    ScriptPlan scripts = plan(context.values());
    Frame variables = variables(scripts, context);
    return scripts.plan().statements().stream()
        .map(one -> new NamedSql(one.name(), one.place(), one.text(dialect, variables).sql()))
        .toList();
  }

  @Override
  protected Session.Settings settings(ParameterValues values, Dialect dialect) {
    return new Session.Settings(true);
  }

  @Override
  protected ThreadOpener share(ShareContext context) {
    ScriptPlan scripts = plan(context.values());
    Frame variables = variables(scripts, context);
    return (thread, session, dialect) ->
        new SqlThread(
            scripts.plan(),
            variables,
            RetryPolicy.retry(context.values().get(RETRY)),
            session,
            dialect,
            thread);
  }

  @Override
  protected SessionThread open(ThreadContext context, Session session, Dialect dialect)
      throws SQLException {
    return share(context).open(context, session, dialect);
  }

  private static Frame variables(ScriptPlan scripts, ShareContext context) {
    Frame frame = scripts.plan().layout().frame();
    frame.set(scripts.variable("scale"), (long) context.values().get(SCALE));
    frame.set(scripts.variable("random_seed"), context.seed());
    frame.set(scripts.variable("default_seed"), new SplittableRandom(context.seed()).nextLong());
    defined(context.values()).forEach((name, value) -> set(frame, scripts.variable(name), value));
    return frame;
  }

  /// The type of a value follows from its text, as in pgbench.
  private static void set(Frame frame, int variable, String value) {
    if (value.matches("[+-]?\\d{1,18}")) {
      frame.set(variable, Long.parseLong(value));
    } else if (value.matches("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?")) {
      frame.set(variable, Double.parseDouble(value));
    } else if (value.matches("(?i)true|false|yes|no|on|off")) {
      frame.set(variable, value.matches("(?i)true|yes|on"));
    } else if (value.equalsIgnoreCase("null")) {
      frame.setNull(variable);
    } else {
      frame.set(variable, value);
    }
  }

  /// What users' own scripts do to the tables is not known.
  @Override
  protected List<Check> checks(OpenTarget at, VerifyContext context) throws SQLException {
    if (!context.values().get(SCRIPT).isEmpty()) {
      return List.of();
    }
    PgbenchTables tables = tables(at, context);
    Totals inserts = context.operation(ScriptOperations.number(ScriptOperations.INSERT_HISTORY));
    RowBalance rows =
        new RowBalance(
            context.facts().whole(HISTORY), inserts.effective(), 0, inserts.uncertain(), 0);
    long before = context.facts().whole(BESIDE_HISTORY);
    long now = tables.accountsBesideHistory();
    return List.of(
        rows.check(context, "every update has its history", tables.history(), true),
        Checks.sure(
            "accounts hold what the history says",
            now == before,
            "beside it %,d before, %,d now",
            before,
            now));
  }

  @Override
  protected void drop(OpenTarget at, JobContext context) throws SQLException {
    tables(at, context).drop();
  }

  /// pgbench's built-in scripts, word by word.
  private enum BuiltInScript {
    TPCB_LIKE(
        "tpcb-like",
        """
        \\set aid random(1, 100000 * :scale)
        \\set bid random(1, 1 * :scale)
        \\set tid random(1, 10 * :scale)
        \\set delta random(-5000, 5000)
        BEGIN;
        UPDATE pgbench_accounts SET abalance = abalance + :delta WHERE aid = :aid;
        SELECT abalance FROM pgbench_accounts WHERE aid = :aid;
        UPDATE pgbench_tellers SET tbalance = tbalance + :delta WHERE tid = :tid;
        UPDATE pgbench_branches SET bbalance = bbalance + :delta WHERE bid = :bid;
        INSERT INTO pgbench_history (tid, bid, aid, delta, mtime) VALUES (:tid, :bid, :aid, :delta, CURRENT_TIMESTAMP);
        END;
        """),
    SIMPLE_UPDATE(
        "simple-update",
        """
        \\set aid random(1, 100000 * :scale)
        \\set bid random(1, 1 * :scale)
        \\set tid random(1, 10 * :scale)
        \\set delta random(-5000, 5000)
        BEGIN;
        UPDATE pgbench_accounts SET abalance = abalance + :delta WHERE aid = :aid;
        SELECT abalance FROM pgbench_accounts WHERE aid = :aid;
        INSERT INTO pgbench_history (tid, bid, aid, delta, mtime) VALUES (:tid, :bid, :aid, :delta, CURRENT_TIMESTAMP);
        END;
        """),
    SELECT_ONLY(
        "select-only",
        """
        \\set aid random(1, 100000 * :scale)
        SELECT abalance FROM pgbench_accounts WHERE aid = :aid;
        """);

    private final String id;
    private final String text;

    BuiltInScript(String id, String text) {
      this.id = id;
      this.text = text;
    }

    /// What users call it.
    String id() {
      return id;
    }

    /// @param weight how often it is drawn, against the others
    ScriptText weighing(long weight) {
      return new ScriptText(id, weight, text);
    }

    static BuiltInScript named(String id) {
      return Arrays.stream(values()).filter(one -> one.id.equals(id)).findFirst().orElseThrow();
    }

    /// Their names as a part of a regular expression.
    static String names(String between) {
      return Arrays.stream(values()).map(BuiltInScript::id).collect(Collectors.joining(between));
    }
  }
}
