package dev.broadside.sql.file;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.JobDescription;
import dev.broadside.kit.engine.RetryPolicy;
import dev.broadside.kit.jdbc.TargetParameters;
import dev.broadside.sql.file.JobFile.Attachments;
import dev.broadside.sql.file.JobFile.BeforePlan;
import dev.broadside.sql.file.JobFile.SamplePlan;
import dev.broadside.sql.file.JobFile.TablePlan;
import dev.broadside.sql.plan.Action;
import dev.broadside.sql.plan.Actions;
import dev.broadside.sql.plan.Constants;
import dev.broadside.sql.plan.FeedRows;
import dev.broadside.sql.plan.JobPlan;
import dev.broadside.sql.plan.RetryRules;
import dev.broadside.sql.plan.SqlTemplate;
import dev.broadside.sql.plan.SqlVariants;
import dev.broadside.sql.plan.StatementPlan;
import dev.broadside.sql.plan.StatementPlan.RowRange;
import dev.broadside.sql.plan.TransactionPlan;
import dev.broadside.sql.value.Expression;
import dev.broadside.sql.value.ExpressionReader;
import dev.broadside.sql.value.Samples;
import dev.broadside.sql.value.Scope;
import dev.broadside.sql.value.ValueKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Reads a job file: first held against the declaration of its keys, then its parts in the order in
/// which names become known. For one file.
public final class JobFileReader {
  /// The first key of a job file, by which it is told from others.
  public static final String FIRST_KEY = "job-class";

  private static final int LOOP_ROWS = 1_000;
  private static final int SAMPLE_ROWS = 10_000;
  private static final int QUEUE_ROWS = 100_000;

  private final YamlNode root;
  private final Attachments attachments;
  private final FileReading reading = new FileReading();
  private final Scope constants;
  private final Scope everywhere;
  private final Map<Integer, Parameter<?>> parameterSlots = new LinkedHashMap<>();
  private final List<Parameter<?>> parameters = new ArrayList<>();
  private final Set<Parameter<?>> perPhase = new LinkedHashSet<>();
  private final Map<Integer, Expression> derived = new LinkedHashMap<>();
  private final Map<String, List<String>> feedColumns = new TreeMap<>();
  private final Map<String, List<List<String>>> feedRows = new TreeMap<>();
  private final List<String> files = new ArrayList<>();

  private JobFileReader(YamlNode root, Attachments attachments) {
    this.root = root;
    this.attachments = attachments;
    this.constants =
        Scope.empty(
            new Scope.Names(new TreeSet<>(names("samples")), new TreeSet<>(names("queues"))));
    this.everywhere = constants.inner();
  }

  /// Whether a text looks like a job file: a map with the key `job-class`.
  public static boolean isOne(String text) {
    return text.lines().anyMatch(line -> line.matches("[\"']?" + FIRST_KEY + "[\"']?\\s*:.*"));
  }

  /// Reads a text.
  ///
  /// @param name of the file, for sentences
  public static JobFile.Reading read(String name, String text, Attachments attachments) {
    List<Problem> problems = new ArrayList<>();
    Optional<YamlNode> root = YamlSource.read(name, text, problems);
    root.ifPresent(node -> new ShapeCheck(problems).check(node, JobKeys.FILE));
    if (!problems.isEmpty() || root.isEmpty()) {
      return new JobFile.Reading.Bad(problems);
    }
    JobFileReader reader = new JobFileReader(root.get(), attachments);
    Optional<JobFile> file = reader.read();
    return file.isPresent() && reader.reading.problems().isEmpty()
        ? new JobFile.Reading.Good(file.get())
        : new JobFile.Reading.Bad(reader.reading.problems().stream().distinct().toList());
  }

  private List<String> names(String section) {
    return List.copyOf(entries(section).keySet());
  }

  private Map<String, YamlNode> entries(String section) {
    return root.get(section).map(YamlNode::entries).orElse(Map.of());
  }

  private Optional<JobFile> read() {
    int thread = constants.declareConstant("thread");
    int threads = constants.declareConstant("threads");
    readParameters();
    readConstants();
    List<BeforePlan> before = readBefore();
    List<SamplePlan> samples = readSamples();
    readFeeds();
    Scope threadScope = constants.inner();
    namesSetIn(root.get("open")).forEach(threadScope::declare);
    int firstLocal = threadScope.size();
    Scope local = threadScope.inner();
    int attempt = local.declare("attempt");
    int rows = local.declare("rows");
    declareEverywhere();
    List<StatementPlan> statements = readStatements();
    StepReader steps = new StepReader(reading, parts(statements));
    Scope opening = constants.inner();
    opening.declare("rows");
    Action open = steps.read(root.get("open"), opening);
    List<JobPlan.QueuePlan> queues = readQueues(threadScope);
    List<TransactionPlan> transactions = readTransactions(steps, local);
    List<TablePlan> tables = readTables();
    CheckReader checks = new CheckReader(reading, constants.inner(), names("statements"));
    List<JobFile.CheckPlan> checked = checks.read(entries("checks"));
    Parameter.Choice isolation = isolation();
    Parameter.Choice retry = retry();
    Expression autoCommit =
        root.get("auto-commit")
            .map(node -> reading.expression(node, constants))
            .orElse(_ -> ValueKind.NULL);
    Optional<JobDescription> description = describe(steps.rollsBack(), isolation, retry);
    JobPlan plan =
        new JobPlan(
            new Constants(parameterSlots, derived),
            statements,
            open,
            transactions,
            queues,
            steps.buffers(),
            firstLocal,
            constants.size(),
            constants.makers(),
            new JobPlan.Slots(thread, threads, attempt, rows));
    return description.map(known ->
        new JobFile(
            known,
            root.text("version").orElse("1"),
            files,
            plan,
            autoCommit,
            reading.sqlList(root.get("setup"), constants),
            tables,
            reading.sqlList(root.get("after-load"), constants),
            reading.sqlList(root.get("cleanup"), constants),
            before,
            samples,
            feeds(),
            checked,
            checks.counts(),
            isolation,
            retry));
  }

  private void readParameters() {
    ParameterReader reader = new ParameterReader(reading.problems());
    entries("parameters")
        .forEach((name, node) ->
            reader
                .read(name, node)
                .ifPresent(parameter -> {
                  String known = name.replace('-', '_');
                  boolean changes = FileReading.flag(node.get("per-phase"), false);
                  int slot = changes ? constants.declare(known) : constants.declareConstant(known);
                  parameters.add(parameter);
                  parameterSlots.put(slot, parameter);
                  if (changes) {
                    perPhase.add(parameter);
                  }
                }));
  }

  private void readConstants() {
    entries("constants")
        .forEach((name, node) -> {
          refuseReserved(name, node);
          ExpressionReader.Compiled compiled = reading.compiled(node, constants);
          derived.put(
              compiled.constant() ? constants.declareConstant(name) : constants.declare(name),
              compiled.expression());
        });
  }

  private void refuseReserved(String name, YamlNode node) {
    if (ExpressionReader.reserved(name)) {
      reading
          .problems()
          .add(node.problem("\"" + name + "\" is a word of expressions", "use another name"));
    } else if (!name.matches("[A-Za-z_]\\w*")) {
      reading
          .problems()
          .add(node.problem("\"" + name + "\" is no name", "use letters, digits and _"));
    }
  }

  private List<BeforePlan> readBefore() {
    List<BeforePlan> plans = new ArrayList<>();
    entries("before")
        .forEach((name, node) -> {
          refuseReserved(name, node);
          SqlVariants query = reading.sql(node, constants);
          plans.add(new BeforePlan(name, constants.declareConstant(name), query));
        });
    return plans;
  }

  private List<SamplePlan> readSamples() {
    List<SamplePlan> plans = new ArrayList<>();
    entries("samples")
        .forEach((name, node) ->
            plans.add(
                new SamplePlan(
                    name,
                    constants.declare(Samples.slot(name)),
                    reading.sql(node.get("query").orElseThrow(), constants),
                    reading.number(node.get("at-most"), SAMPLE_ROWS))));
    return plans;
  }

  private void readFeeds() {
    entries("feeds").forEach(this::readFeed);
  }

  private void readFeed(String name, YamlNode node) {
    YamlNode file = node.get("file").orElseThrow();
    files.add(file.text());
    Optional<String> text = attachments.text(file.text());
    if (text.isEmpty()) {
      reading
          .problems()
          .add(file.problem("there is no file " + file.text(), "put it beside this file"));
      return;
    }
    List<List<String>> rows = new ArrayList<>(CsvText.rows(text.get()));
    List<String> columns =
        node.get("columns")
            .map(list -> list.items().stream().map(YamlNode::text).toList())
            .orElseGet(() -> rows.isEmpty() ? List.of() : rows.removeFirst());
    for (String column : columns) {
      if (!column.matches("[A-Za-z_]\\w*")) {
        reading
            .problems()
            .add(
                file.problem(
                    "the column \"" + column + "\" of " + file.text() + " is no name",
                    "give columns: with names of letters, digits and _"));
      }
    }
    for (int i = 0; i < rows.size(); i++) {
      if (rows.get(i).size() != columns.size()) {
        reading
            .problems()
            .add(
                file.problem(
                    "row %d of %s has %d values and not %d"
                        .formatted(i + 1, file.text(), rows.get(i).size(), columns.size()),
                    "mend that row"));
        return;
      }
    }
    feedColumns.put(name, columns);
    feedRows.put(name, rows);
  }

  private List<FeedRows> feeds() {
    return feedRows.keySet().stream()
        .map(name ->
            new FeedRows(
                name,
                root.get("feeds")
                    .flatMap(feeds -> feeds.get(name))
                    .flatMap(feed -> feed.text("order"))
                    .orElse("once")
                    .equals("round"),
                feedColumns.getOrDefault(name, List.of()).size(),
                feedRows.getOrDefault(name, List.of())))
        .toList();
  }

  /// Every name that any step or statement sets: statements may use them all, and whether one is
  /// set in time is looked at where the statement is executed.
  private void declareEverywhere() {
    everywhere.include(constants);
    List.of("attempt", "rows").forEach(everywhere::declare);
    namesSetIn(root.get("open")).forEach(everywhere::declare);
    entries("transactions")
        .values()
        .forEach(one -> namesSetIn(one.get("do")).forEach(everywhere::declare));
    entries("statements").keySet().forEach(name -> setBy(name).forEach(everywhere::declare));
  }

  /// What steps set, and the statements that they execute.
  private Set<String> namesSetIn(Optional<YamlNode> steps) {
    Set<String> names = new LinkedHashSet<>();
    for (YamlNode step : FileReading.oneOrMany(steps)) {
      if (step.isScalar()) {
        names.addAll(setBy(step.text()));
      }
      step.entries().forEach((kind, value) -> names.addAll(namesSetBy(kind, value, step)));
    }
    return names;
  }

  private Set<String> namesSetBy(String kind, YamlNode value, YamlNode step) {
    return switch (kind) {
      case "set" -> value.entries().keySet();
      case "as" -> Set.of(value.text());
      case "repeat" -> step.get("as").isPresent() ? Set.of() : Set.of("round");
      case "run", "each" -> setBy(value.text());
      case "into" ->
          new LinkedHashSet<>(
              FileReading.oneOrMany(Optional.of(value)).stream().map(YamlNode::text).toList());
      case "next" ->
          new LinkedHashSet<>(
              feedColumns.getOrDefault(value.text(), List.of()).stream()
                  .map(column -> value.text() + "." + column)
                  .toList());
      case "then", "else", "do" -> namesSetIn(Optional.of(value));
      default -> Set.of();
    };
  }

  private Set<String> setBy(String statement) {
    Set<String> names = new LinkedHashSet<>();
    Optional<YamlNode> node = Optional.ofNullable(entries("statements").get(statement));
    node.flatMap(one -> one.get("with")).ifPresent(with -> names.addAll(with.entries().keySet()));
    FileReading.oneOrMany(node.flatMap(one -> one.get("into")))
        .forEach(one -> names.add(one.text()));
    return names;
  }

  private List<StatementPlan> readStatements() {
    List<StatementPlan> statements = new ArrayList<>();
    entries("statements")
        .forEach((name, node) -> statements.add(readStatement(name, statements.size(), node)));
    return statements;
  }

  private StatementPlan readStatement(String name, int number, YamlNode node) {
    refuseReserved(name, node);
    if (node.isScalar()) {
      SqlVariants sql = reading.sql(node, everywhere);
      return new StatementPlan(name, number, sql, List.of(), 0, List.of(), RowRange.ANY, LOOP_ROWS);
    }
    List<Action> draws = new ArrayList<>();
    node.get("with")
        .map(YamlNode::entries)
        .orElse(Map.of())
        .forEach((value, expression) ->
            draws.add(
                Actions.set(
                    everywhere.declare(value), reading.expression(expression, everywhere))));
    return new StatementPlan(
        name,
        number,
        reading.sql(node.get("sql").orElseThrow(), everywhere),
        draws,
        reading.number(node.get("first"), 0),
        FileReading.oneOrMany(node.get("into")).stream()
            .map(one -> everywhere.declare(one.text()))
            .toList(),
        node.get("rows").map(JobFileReader::range).orElse(RowRange.ANY),
        reading.number(node.get("at-most"), LOOP_ROWS));
  }

  private static RowRange range(YamlNode node) {
    String[] ends = node.text().split("\\.\\.", 2);
    long least = Long.parseLong(ends[0]);
    if (ends.length == 1) {
      return new RowRange(least, least);
    }
    return new RowRange(least, ends[1].isEmpty() ? Long.MAX_VALUE : Long.parseLong(ends[1]));
  }

  private StepReader.Parts parts(List<StatementPlan> statements) {
    Map<String, List<String>> needs = new LinkedHashMap<>();
    Map<String, List<String>> sets = new LinkedHashMap<>();
    Map<Integer, String> names = new LinkedHashMap<>();
    everywhere.known().forEach(name -> names.put(everywhere.find(name).orElseThrow(), name));
    for (StatementPlan statement : statements) {
      Set<String> own = setBy(statement.name());
      Set<String> needed = new LinkedHashSet<>();
      statement.sql().byEngine().values().stream()
          .flatMap(template -> template.values().stream())
          .forEach(slot -> needed.add(names.getOrDefault(slot, "")));
      // What a statement puts its first row into is not there before it.
      node(statement)
          .flatMap(one -> one.get("with"))
          .ifPresent(with -> needed.removeAll(with.entries().keySet()));
      needs.put(statement.name(), List.copyOf(needed));
      sets.put(statement.name(), List.copyOf(own));
    }
    Map<String, Integer> queues = new TreeMap<>();
    entries("queues")
        .forEach(
            (name, node) -> queues.put(name, node.get("columns").orElseThrow().items().size()));
    return new StepReader.Parts(
        names("statements"), statements, needs, sets, feedColumns, queues, names("figures"));
  }

  private Optional<YamlNode> node(StatementPlan statement) {
    return Optional.ofNullable(entries("statements").get(statement.name()));
  }

  private List<JobPlan.QueuePlan> readQueues(Scope threadScope) {
    return new TreeMap<>(entries("queues"))
        .entrySet().stream()
            .map(entry ->
                new JobPlan.QueuePlan(
                    entry.getKey(),
                    entry
                        .getValue()
                        .get("query")
                        .map(query -> reading.sql(query, threadScope))
                        .stream()
                        .toList(),
                    entry.getValue().get("columns").orElseThrow().items().size(),
                    reading.number(entry.getValue().get("at-most"), QUEUE_ROWS)))
            .toList();
  }

  private List<TransactionPlan> readTransactions(StepReader steps, Scope local) {
    List<TransactionPlan> transactions = new ArrayList<>();
    RetryRules usual = reading.retries(root.get("retry"));
    RetryRules ofFile = new RetryRules(Optional.empty(), usual.byClass());
    Map<String, YamlNode> entries = entries("transactions");
    int firstFigure = entries("figures").size();
    entries.forEach((name, node) ->
        transactions.add(
            new TransactionPlan(
                name,
                node.get("weight")
                    .map(weight -> reading.expression(weight, constants))
                    .orElse(Expression.of(1)),
                steps.read(node.get("do"), local.inner()),
                node.get("retry").isPresent() ? reading.retries(node.get("retry")) : ofFile,
                entries.size() == 1 ? -1 : firstFigure + transactions.size())));
    if (transactions.isEmpty()) {
      reading
          .problems()
          .add(
              root.get("transactions")
                  .orElse(root)
                  .problem("there is no transaction", "give at least one"));
    }
    return transactions;
  }

  private List<TablePlan> readTables() {
    List<TablePlan> tables = new ArrayList<>();
    entries("tables").forEach((name, node) -> tables.add(readTable(name, node)));
    return tables;
  }

  private TablePlan readTable(String name, YamlNode node) {
    Scope columns = constants.inner();
    int row = columns.declare("row");
    Map<String, Expression> values = new LinkedHashMap<>();
    node.get("columns")
        .map(YamlNode::entries)
        .orElse(Map.of())
        .forEach((column, value) -> values.put(column, reading.expression(value, columns)));
    Map<String, SqlTemplate> indexes = new LinkedHashMap<>();
    node.get("indexes")
        .map(YamlNode::entries)
        .orElse(Map.of())
        .forEach((index, on) -> indexes.put(index, reading.template(on, constants)));
    if (node.get("rows").isPresent() == values.isEmpty()) {
      reading
          .problems()
          .add(
              node.problem(
                  "table "
                      + name
                      + (values.isEmpty()
                          ? " has rows and no columns"
                          : " has columns and no rows"),
                  "give both or neither"));
    }
    SqlTemplate known =
        node.get("name")
            .map(text -> reading.template(text, constants))
            .orElse(new SqlTemplate(List.of(new SqlTemplate.Part.Verbatim(name))));
    return new TablePlan(
        known,
        reading.sql(node.get("create").orElseThrow(), constants),
        node.get("rows").map(rows -> reading.expression(rows, constants)),
        values,
        indexes,
        row,
        source(node));
  }

  /// The texts that a table is made of.
  private static String source(YamlNode node) {
    StringBuilder source = new StringBuilder(node.text());
    node.items().forEach(item -> source.append(source(item)).append('\n'));
    node.entries()
        .forEach((key, value) -> source.append(key).append('=').append(source(value)).append('\n'));
    return source.toString();
  }

  private Parameter.Choice isolation() {
    Parameter.Choice choice = TargetParameters.ISOLATION;
    return root.text("isolation").map(choice::preset).orElse(choice);
  }

  private Parameter.Choice retry() {
    Optional<YamlNode> word = root.get("retry").filter(YamlNode::isScalar);
    return word.map(node -> RetryPolicy.PARAMETER.preset(node.text()))
        .orElse(RetryPolicy.PARAMETER);
  }

  private Optional<JobDescription> describe(
      boolean rollsBack, Parameter.Choice isolation, Parameter.Choice retry) {
    YamlNode id = root.get(FIRST_KEY).orElseThrow();
    List<String> operations = new ArrayList<>(names("statements"));
    operations.add("commit");
    if (rollsBack) {
      operations.add("rollback");
    }
    List<Parameter<?>> own = new ArrayList<>(parameters);
    own.addAll(List.of(isolation, retry));
    if (!entries("tables").isEmpty()) {
      own.addAll(
          List.of(TargetParameters.LOAD_THREADS, TargetParameters.CLEAN_UP, FreshChoice.PARAMETER));
    }
    String title = root.text("title").orElse(id.text());
    try {
      Parameters all =
          TargetParameters.ALL.and(
              new Parameters(own).perPhase(perPhase.toArray(Parameter<?>[]::new)));
      return Optional.of(
          new JobDescription(
              id.text(),
              title,
              root.text("summary").map(text -> text.strip().replace('\n', ' ')).orElse(title),
              all,
              operations,
              figures()));
    } catch (IllegalArgumentException e) {
      reading.problems().add(id.problem(String.valueOf(e.getMessage()), "mend the file"));
      return Optional.empty();
    }
  }

  /// The author's, then the time that each kind of transaction takes, where there are several.
  private List<Figure> figures() {
    List<Figure> figures = new ArrayList<>();
    entries("figures").forEach((id, node) -> figures.add(figure(id, node)));
    if (entries("transactions").size() > 1) {
      for (String name : names("transactions")) {
        figures.add(
            Figure.duration("transaction." + name, "Transaction " + name)
                .help("from its first step to its commit, repetitions left out")
                .in("Transactions"));
      }
    }
    return figures;
  }

  private static Figure figure(String id, YamlNode node) {
    String unit = node.text("unit").orElse("");
    String label = node.text("label").orElse(id);
    Figure figure =
        switch (node.text("kind").orElse("")) {
          case "sum" -> Figure.sum(id, unit, label);
          case "distribution" -> Figure.distribution(id, unit, label);
          case "duration" -> Figure.duration(id, label);
          default -> Figure.count(id, unit, label);
        };
    Figure helped = node.text("help").map(figure::help).orElse(figure);
    return FileReading.flag(node.get("every-attempt"), false) ? helped.ofEveryAttempt() : helped;
  }
}
