package dev.broadside.sql;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.Finding;
import dev.broadside.core.work.JobContext;
import dev.broadside.core.work.ShareContext;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.core.work.VerifyContext;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.engine.RetryPolicy;
import dev.broadside.kit.jdbc.JdbcJob;
import dev.broadside.kit.jdbc.OpenTarget;
import dev.broadside.kit.jdbc.QueryGauges;
import dev.broadside.kit.jdbc.Session;
import dev.broadside.kit.jdbc.SessionThread;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.jdbc.TargetFacts;
import dev.broadside.kit.jdbc.TargetParameters;
import dev.broadside.kit.load.MadeTables;
import dev.broadside.kit.own.Feed;
import dev.broadside.kit.rehearsal.NamedSql;
import dev.broadside.kit.verify.Checks;
import dev.broadside.kit.verify.RowBalance;
import dev.broadside.sql.file.YamlClass;
import dev.broadside.sql.file.YamlClass.CheckPlan;
import dev.broadside.sql.file.YamlClass.Expected;
import dev.broadside.sql.file.YamlClass.FeedPlan;
import dev.broadside.sql.file.YamlClass.FeedSource;
import dev.broadside.sql.plan.FeedRows;
import dev.broadside.sql.plan.SqlTemplate;
import dev.broadside.sql.plan.SqlThread;
import dev.broadside.sql.plan.StatementPlan;
import dev.broadside.sql.value.Expression;
import dev.broadside.sql.value.Frame;
import dev.broadside.sql.value.Samples;
import dev.broadside.sql.value.ValueKind;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/// A YAML job class at work.
public class SqlJob extends JdbcJob {
  private static final int MOST_COPIES = 1_000;

  private final YamlClass file;

  public SqlJob(YamlClass file) {
    super(file.description());
    this.file = file;
  }

  @Override
  public List<String> transactions(ParameterValues values) {
    return file.plan().transactionNames();
  }

  @Override
  public List<Problem> trial(JobContext context) {
    file.review()
        .unused()
        .forEach(one -> context.found(Finding.warn(one.where(), one.what(), one.mend())));
    List<Problem> problems = senseless(context);
    return problems.isEmpty() ? super.trial(context) : problems;
  }

  /// Expressions that have no value, or an impossible one, with these parameters.
  private List<Problem> senseless(JobContext context) {
    String place = "job class " + file.description().id();
    List<Problem> problems = new ArrayList<>();
    try {
      Frame frame = constants(context, Facts.NONE);
      file.plan().constants().fragments().values().forEach(one -> one.times(frame));
      for (YamlClass.TablePlan table : file.schema().tables()) {
        long copies = table.copies() < 0 ? 1 : frame.whole(table.copies());
        if (copies < 1 || copies > MOST_COPIES) {
          String what = "there are to be %,d tables that are alike".formatted(copies);
          problems.add(Problem.wrong(place, what, "give 1 to %,d".formatted(MOST_COPIES)));
        }
        long rows = table.rows().orElse(Expression.of(0)).whole(frame);
        if (rows < 0) {
          String what = "a table is to have " + rows + " rows";
          problems.add(Problem.wrong(place, what, "give a parameter that makes it 0 or more"));
        }
      }
    } catch (ArithmeticException e) {
      problems.add(
          Problem.wrong(
              place, String.valueOf(e.getMessage()), "give parameters with which it has a value"));
    }
    return problems;
  }

  @Override
  protected int statements(ParameterValues values) {
    Frame frame = file.plan().layout().frame();
    file.plan().constants().into(frame, values);
    Dialect dialect = Target.of(values).engine();
    return file.plan().statements().stream().mapToInt(one -> one.copies(dialect, frame)).sum();
  }

  @Override
  protected Set<String> privileges(OpenTarget at, JobContext context) throws SQLException {
    Set<String> privileges = new TreeSet<>(Set.of("SELECT"));
    for (StatementPlan statement : file.plan().statements()) {
      for (String word : words(statement.sql().find(at.dialect()).stream().toList())) {
        privileges.add(word);
      }
    }
    privileges.addAll(tables(at, context).neededPrivileges());
    return privileges;
  }

  private static List<String> words(List<SqlTemplate> templates) {
    return templates.stream()
        .map(template -> template.firstWord().toUpperCase(Locale.ROOT))
        .filter(Set.of("INSERT", "UPDATE", "DELETE")::contains)
        .toList();
  }

  @Override
  protected List<Problem> obstacles(OpenTarget at, JobContext context) throws SQLException {
    List<Problem> problems =
        file.review().texts().stream()
            .flatMap(text -> text.missing(at.dialect()).stream())
            .toList();
    if (!problems.isEmpty()) {
      return problems;
    }
    problems = new ArrayList<>();
    String isolation = context.values().get(file.sessions().isolation());
    TargetParameters.unknownIsolation(at.connection(), isolation).ifPresent(problems::add);
    problems.addAll(tables(at, context).obstacles());
    return problems;
  }

  private SqlTables tables(OpenTarget at, JobContext context) {
    return new SqlTables(at, file, constants(context, Facts.NONE), context.values());
  }

  /// Parameters, constants, and the values that were read before the run.
  private Frame constants(JobContext context, Facts facts) {
    Frame frame = file.plan().layout().frame();
    frame.set(file.plan().layout().slots().thread(), 0L);
    frame.set(file.plan().layout().slots().threads(), (long) Math.max(1, context.totalThreads()));
    file.plan().constants().into(frame, context.values());
    file.inputs()
        .before()
        .forEach(one -> facts.text(fact(one)).ifPresent(text -> setFact(frame, one, text)));
    return frame;
  }

  private static String fact(YamlClass.BeforePlan one) {
    return "data." + one.name();
  }

  private static void setFact(Frame frame, YamlClass.BeforePlan one, String text) {
    // A sum of decimals comes with their places: 100.00 is a whole number all the same.
    String number = text.replaceFirst("\\.0+$", "");
    if (number.matches("-?\\d{1,18}")) {
      frame.set(one.slot(), Long.parseLong(number));
    } else if (number.matches("-?\\d+(\\.\\d+)?")) {
      frame.set(one.slot(), new BigDecimal(number));
    } else {
      frame.set(one.slot(), text);
    }
  }

  @Override
  protected Facts prepare(OpenTarget at, JobContext context, Facts facts)
      throws SQLException, InterruptedException {
    SqlTables tables = tables(at, context);
    Facts known = facts;
    if (!tables.none()) {
      known = tables.judged(known.with(MadeTables.SEED, tables.make(context)), context);
    }
    Frame frame = constants(context, Facts.NONE);
    for (YamlClass.BeforePlan one : file.inputs().before()) {
      String found = AskedQuery.of(one.query(), at.dialect(), frame).text(at.connection());
      known = known.with(fact(one), found);
      setFact(frame, one, found);
    }
    for (FeedPlan feed : file.inputs().feeds()) {
      known = withDigest(known, feed, at, frame);
    }
    compileChecks(at, frame);
    return known;
  }

  private static Facts withDigest(Facts known, FeedPlan feed, OpenTarget at, Frame frame)
      throws SQLException {
    return feed.source() instanceof FeedSource.OfQuery query
        ? known.with(digest(feed), rows(feed, query, at.connection(), at.dialect(), frame).digest())
        : known;
  }

  private static String digest(FeedPlan feed) {
    return "data.feed." + feed.name();
  }

  private static FeedRows rows(
      FeedPlan feed, FeedSource.OfQuery query, Connection connection, Dialect dialect, Frame frame)
      throws SQLException {
    return AskedQuery.of(query.query(), dialect, frame)
        .ask(connection, rows -> FeedRows.of(rows, dialect, feed.width(), query.atMost(), frame));
  }

  @Override
  protected boolean write(OpenTarget at, JobContext context, Path folder, String form)
      throws SQLException, IOException {
    tables(at, context).write(folder, form, context);
    return !file.schema().tables().isEmpty();
  }

  /// Finds a mistake in a check before a load of days, and not after it.
  private void compileChecks(OpenTarget at, Frame frame) throws SQLException {
    file.checks().counts().values().forEach(slot -> frame.set(slot, 0L));
    for (CheckPlan check : file.checks().plans()) {
      AskedQuery.of(check.query(), at.dialect(), frame)
          .compile(at.connection(), at.dialect(), "check " + check.name() + " cannot be asked");
    }
  }

  @Override
  protected void load(OpenTarget at, ShareContext context)
      throws SQLException, InterruptedException {
    tables(at, context).help(context);
  }

  @Override
  protected List<String> keyless(OpenTarget at, JobContext context) {
    return tables(at, context).keyless();
  }

  @Override
  protected boolean complete(OpenTarget at, JobContext context) throws SQLException {
    return tables(at, context).none() || tables(at, context).complete();
  }

  @Override
  protected List<NamedSql> loadStatements(ShareContext context, Dialect dialect) {
    Frame frame = constants(context, context.facts());
    return file.plan().statements().stream()
        .filter(one -> !one.sql().nothing(dialect))
        .map(one -> new NamedSql(one.name(), one.place(), one.text(dialect, frame).sql()))
        .toList();
  }

  @Override
  protected Map<Integer, QueryGauges.Query> gauges(ShareContext context, Dialect dialect) {
    Frame frame = constants(context, context.facts());
    Map<Integer, QueryGauges.Query> queries = new LinkedHashMap<>();
    for (YamlClass.GaugePlan gauge : file.inputs().gauges()) {
      NamedSql asked =
          new NamedSql(
              "figure " + file.description().figures().get(gauge.figure()).id(),
              gauge.query().place(),
              gauge.query().of(dialect).ready(dialect, frame).sql());
      queries.put(gauge.figure(), new QueryGauges.Query(asked, gauge.per()));
    }
    return queries;
  }

  @Override
  protected Session.Settings settings(ParameterValues values, Dialect dialect) {
    Frame frame = file.plan().layout().frame();
    file.plan().constants().into(frame, values);
    return new Session.Settings(
        TargetParameters.isolation(values.get(file.sessions().isolation())),
        file.sessions().autoCommit().truth(frame));
  }

  /// The threads of one agent share constants, samples and rows of feeds.
  @Override
  protected ThreadOpener share(ShareContext context) throws SQLException {
    Frame frame = constants(context, context.facts());
    readSamples(context, frame);
    Map<Integer, Feed> figures = new LinkedHashMap<>();
    for (FeedPlan plan : file.inputs().feeds()) {
      FeedRows rows = rows(plan, context, frame);
      Feed feed = new Feed(plan.name(), rows.size(), plan.order(), context);
      frame.setObject(plan.slot(), new FeedRows.Part(rows, feed));
      figures.put(figure(plan), feed);
    }
    return new ThreadOpener() {
      @Override
      public SessionThread open(ThreadContext thread, Session session, Dialect dialect)
          throws SQLException {
        return SqlJob.this.open(thread, session, dialect, frame);
      }

      @Override
      public double gauge(int figure) {
        return Optional.ofNullable(figures.get(figure)).map(Feed::left).orElse(Double.NaN);
      }
    };
  }

  /// Below 0 if it has none.
  private int figure(FeedPlan feed) {
    List<String> ids = file.description().figures().stream().map(Figure::id).toList();
    return ids.indexOf(feed.left());
  }

  private FeedRows rows(FeedPlan feed, ShareContext context, Frame frame) throws SQLException {
    return switch (feed.source()) {
      case FeedSource.OfFile(FeedRows rows) -> rows;
      case FeedSource.OfQuery query -> {
        Dialect dialect = TargetFacts.dialect(context.facts());
        try (Connection connection = Target.of(context.values()).connect(Target.Purpose.LOAD)) {
          FeedRows rows = rows(feed, query, connection, dialect, frame);
          refuseOthers(feed, query, rows, context);
          yield rows;
        }
      }
    };
  }

  /// Each agent must have the same rows in the same order, or some would come twice and others
  /// never. Amid a load, which may have changed them, nothing is compared.
  private static void refuseOthers(
      FeedPlan feed, FeedSource.OfQuery query, FeedRows rows, ShareContext context)
      throws SQLException {
    String prepared = context.facts().text(digest(feed)).orElse(rows.digest());
    if (context.life() == 0 && !prepared.equals(rows.digest())) {
      throw query
          .query()
          .placed(
              new SQLException(
                  "the query of feed %s gave %s when the target was prepared and now %s; order its rows by a key"
                      .formatted(feed.name(), prepared, rows.digest())));
    }
  }

  @Override
  protected SessionThread open(ThreadContext context, Session session, Dialect dialect)
      throws SQLException {
    return open(context, session, dialect, constants(context, context.facts()));
  }

  private SqlThread open(ThreadContext context, Session session, Dialect dialect, Frame frame)
      throws SQLException {
    Failure.Retry retry = RetryPolicy.retry(context.values().get(file.sessions().retry()));
    return new SqlThread(file.plan(), frame, retry, session, dialect, context);
  }

  private void readSamples(ShareContext context, Frame frame) throws SQLException {
    if (file.inputs().samples().isEmpty()) {
      return;
    }
    Dialect dialect = TargetFacts.dialect(context.facts());
    try (Connection connection = Target.of(context.values()).connect(Target.Purpose.LOAD)) {
      for (YamlClass.SamplePlan sample : file.inputs().samples()) {
        Samples read =
            AskedQuery.of(sample.query(), dialect, frame)
                .ask(
                    connection,
                    rows -> new Samples(sample.name()).read(rows, dialect, sample.atMost(), frame));
        frame.setObject(sample.slot(), read);
      }
    }
  }

  @Override
  protected List<Check> checks(OpenTarget at, VerifyContext context) throws SQLException {
    return new SqlChecks(at, file, constants(context, context.facts()), context).all();
  }

  @Override
  protected void drop(OpenTarget at, JobContext context) throws SQLException {
    tables(at, context).drop();
  }

  /// Checks a target after a run as its YAML job class says.
  ///
  /// @param constants parameters, constants, and what was asked before the run
  private record SqlChecks(OpenTarget at, YamlClass file, Frame constants, VerifyContext context) {

    List<Check> all() throws SQLException {
      count("transactions", context.transactions());
      for (int i = 0; i < file.plan().statements().size(); i++) {
        count(file.plan().statements().get(i).name(), context.operation(i));
      }
      List<Check> checks = new ArrayList<>();
      for (CheckPlan plan : file.checks().plans()) {
        Optional<String> obstacle = obstacle(plan);
        Check check =
            obstacle.isPresent() ? Check.impossible(plan.name(), obstacle.get()) : check(plan);
        checks.add(plan.decides() ? check : Checks.notDeciding(check));
      }
      return checks;
    }

    /// Why the figures that a check needs are not exact; empty if they are, or if it needs none.
    private Optional<String> obstacle(CheckPlan plan) {
      List<String> ids = file.description().figures().stream().map(Figure::id).toList();
      boolean needed = false;
      for (String name : plan.counted()) {
        Optional<String> id = Optional.ofNullable(file.checks().figures().get(name));
        if (id.isPresent()) {
          needed = true;
          OptionalLong sum = context.figure(ids.indexOf(id.get()));
          if (sum.isEmpty()) {
            return Optional.of("a worker died, and " + name + " may lack what it did last");
          }
          set(name, sum.getAsLong());
        }
      }
      Totals all = context.transactions();
      if (needed && all.uncertain() > 0 && !plan.counted().contains("transactions.uncertain")) {
        return Optional.of(
            "uncertain transactions: %,d; what they would have added is not known"
                .formatted(all.uncertain()));
      }
      boolean partly = file.sessions().commits() || file.sessions().autoCommit().truth(constants);
      return needed && partly && all.failed() > 0
          ? Optional.of(
              "failed transactions: %,d; what they had committed before is not added"
                  .formatted(all.failed()))
          : Optional.empty();
    }

    private void count(String name, Totals totals) {
      set(name + ".ok", totals.effective());
      set(name + ".failed", totals.failed());
      set(name + ".uncertain", totals.uncertain());
      set(name + ".rolled_back", totals.rolledBack());
    }

    private void set(String name, long value) {
      Integer slot = file.checks().counts().get(name);
      if (slot != null) {
        constants.set(slot, value);
      }
    }

    private Check check(CheckPlan plan) throws SQLException {
      Optional<String> answer =
          AskedQuery.of(plan.query(), at.dialect(), constants).first(at.connection());
      Optional<BigDecimal> number = answer.flatMap(SqlChecks::number);
      return number.isPresent()
          ? check(plan, number.get())
          : Checks.sure(
              plan.name(),
              false,
              "%s",
              answer
                  .map(text -> "\"" + PlainText.line(text, 100) + "\" is not a number")
                  .orElse("the query found nothing"));
    }

    private Check check(CheckPlan plan, BigDecimal found) {
      return switch (plan.expected()) {
        case Expected.Equal(Expression value, Expression within) ->
            equal(plan, found, value, within);
        case Expected.Between(Expression low, Expression high) ->
            between(plan, found, decimal(low), decimal(high));
        case Expected.Balance balance -> balance(plan, found.longValue(), balance);
      };
    }

    /// Compares decimals, since a count may have more digits than a double.
    private Check between(CheckPlan plan, BigDecimal found, BigDecimal low, BigDecimal high) {
      boolean holds = found.compareTo(low) >= 0 && found.compareTo(high) <= 0;
      return check(plan, holds, "%s, expected %s to %s", shown(found), shown(low), shown(high));
    }

    private static Optional<BigDecimal> number(String text) {
      try {
        return Optional.of(new BigDecimal(text.strip()));
      } catch (NumberFormatException _) {
        return Optional.empty();
      }
    }

    private Check equal(CheckPlan plan, BigDecimal found, Expression value, Expression within) {
      BigDecimal wanted = decimal(value);
      BigDecimal slack =
          within.eval(constants) == ValueKind.NULL ? BigDecimal.ZERO : decimal(within);
      boolean holds = found.subtract(wanted).abs().compareTo(slack) <= 0;
      return slack.signum() == 0
          ? check(plan, holds, "%s, expected %s", shown(found), shown(wanted))
          : check(
              plan, holds, "%s, expected %s within %s", shown(found), shown(wanted), shown(slack));
    }

    private BigDecimal decimal(Expression expression) {
      return new BigDecimal(expression.text(constants));
    }

    private static String shown(BigDecimal number) {
      BigDecimal plain =
          number.setScale(Math.min(6, Math.max(0, number.scale())), RoundingMode.HALF_UP);
      return String.format(Locale.ROOT, "%,." + plain.scale() + "f", plain);
    }

    private Check check(CheckPlan plan, boolean holds, String detail, Object... figures) {
      return !plan.counted().isEmpty()
          ? Checks.counted(context, plan.name(), holds, detail, figures)
          : Checks.sure(plan.name(), holds, detail, figures);
    }

    private Check balance(CheckPlan plan, long rows, Expected.Balance balance) {
      Totals inserts = sum(balance.inserts());
      Totals deletes = sum(balance.deletes());
      return new RowBalance(
              balance.before().whole(constants),
              inserts.effective(),
              deletes.effective(),
              unsure(inserts),
              unsure(deletes))
          .check(context, plan.name(), rows, true);
    }

    private Totals sum(List<Integer> operations) {
      Totals sum = Totals.NONE;
      for (int operation : operations) {
        sum = sum.plus(context.operation(operation));
      }
      return sum;
    }

    /// If statements commit themselves, a transaction may have failed after one of its writes took
    /// effect.
    private long unsure(Totals writes) {
      return file.sessions().autoCommit().truth(constants)
          ? writes.uncertain() + writes.failed()
          : writes.uncertain();
    }
  }
}
