package dev.broadside.sql.file;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Figure;
import dev.broadside.kit.jdbc.TargetParameters;
import dev.broadside.sql.file.YamlClass.Attachments;
import dev.broadside.sql.file.YamlClass.BeforePlan;
import dev.broadside.sql.file.YamlClass.GaugePlan;
import dev.broadside.sql.file.YamlClass.SamplePlan;
import dev.broadside.sql.file.YamlClass.TablePlan;
import dev.broadside.sql.plan.Action;
import dev.broadside.sql.plan.Actions;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/// Reads a YAML job class: checks it against the declaration of its keys, then reads its parts in
/// the order in which names become known. For one file.
public final class YamlClassReader {
  /// The first key of a YAML job class, which tells it from other files.
  public static final String FIRST_KEY = "job-class";

  private static final List<String> GAUGES = List.of("last", "mean", "worst");
  private static final int LOOP_ROWS = 1_000;
  private static final int SAMPLE_ROWS = 10_000;
  private static final int QUEUE_ROWS = 100_000;

  private final YamlNode root;
  private final FileReading reading = new FileReading();
  private final Scope constants;
  private final Scope everywhere;
  private final Map<Integer, Parameter<?>> parameterSlots = new LinkedHashMap<>();
  private final List<Parameter<?>> parameters = new ArrayList<>();
  private final Set<Parameter<?>> perPhase = new LinkedHashSet<>();
  private final Map<Integer, Expression> derived = new LinkedHashMap<>();
  private final Map<Integer, SqlTemplate.Fragment> fragments = new HashMap<>();
  private final FeedReader feeds;

  private YamlClassReader(YamlNode root, Attachments attachments) {
    this.root = root;
    this.feeds = new FeedReader(reading, attachments);
    this.constants =
        Scope.empty(
            new Scope.Names(new TreeSet<>(names("samples")), new TreeSet<>(names("queues"))));
    this.everywhere = constants.inner();
  }

  /// Whether a text looks like a YAML job class: a map with the key `job-class`.
  public static boolean isOne(String text) {
    return plain(text)
        .lines()
        .anyMatch(line -> line.matches("[\"']?" + FIRST_KEY + "[\"']?\\s*:.*"));
  }

  /// Reads a text.
  ///
  /// @param name of the file, for sentences
  public static YamlClass.Reading read(String name, String text, Attachments attachments) {
    return read(name, plain(text), attachments, new ArrayList<>());
  }

  /// The text without a byte order mark.
  private static String plain(String text) {
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  private static YamlClass.Reading read(
      String name, String text, Attachments attachments, List<Problem> problems) {
    Optional<YamlNode> root = YamlSource.read(name, text, problems);
    root.ifPresent(node -> new ShapeCheck(problems).check(node, YamlClassKeys.FILE));
    if (!problems.isEmpty() || root.isEmpty()) {
      return new YamlClass.Reading.Bad(problems);
    }
    YamlClassReader reader =
        new YamlClassReader(root.get(), file -> attachments.text(file).map(YamlClassReader::plain));
    Optional<YamlClass> file = reader.read();
    return file.isPresent() && reader.reading.problems().isEmpty()
        ? new YamlClass.Reading.Good(file.get())
        : new YamlClass.Reading.Bad(reader.reading.problems().stream().distinct().toList());
  }

  private List<String> names(String section) {
    return List.copyOf(entries(section).keySet());
  }

  private Map<String, YamlNode> entries(String section) {
    return root.get(section).map(YamlNode::entries).orElse(Map.of());
  }

  private Optional<YamlClass> read() {
    int thread = constants.declareConstant("thread");
    int threads = constants.declareConstant("threads");
    readParameters();
    boolean prefixed = readPrefix();
    readConstants();
    readCopies();
    readFragments();
    List<BeforePlan> before = readBefore();
    List<SamplePlan> samples = readSamples();
    entries("feeds").forEach((name, node) -> feeds.read(name, node, constants));
    if (feeds.plans().size() < entries("feeds").size()) {
      // Every use of their columns would be reported, too.
      return Optional.empty();
    }
    Scope threadScope = constants.inner();
    namesSetIn(root.get("open")).forEach(threadScope::declare);
    int firstLocal = threadScope.size();
    Scope local = threadScope.inner();
    int attempt = local.declare("attempt");
    int rows = local.declare("rows");
    declareEverywhere();
    List<StatementPlan> statements = readStatements();
    StepReader steps = new StepReader(reading, parts(statements));
    Action open = readOpen(steps);
    List<JobPlan.QueuePlan> queues = readQueues(threadScope);
    YamlClass.ChecksPlan checked =
        new CheckReader(reading, constants.inner(), statements, sums(), names("transactions"))
            .read(entries("checks"));
    DescriptionReader description = new DescriptionReader(root, feeds.plans(), reading.problems());
    List<Figure> figures = description.figures(CheckReader.asked(checked));
    List<TransactionPlan> transactions = readTransactions(steps, local, figures);
    List<TablePlan> tables = readTables(prefixed);
    Expression autoCommit = autoCommit();
    YamlClass.Inputs inputs = new YamlClass.Inputs(before, samples, readGauges(), feeds.plans());
    YamlClass.SchemaPlan schema =
        new YamlClass.SchemaPlan(
            reading.sqlList(root.get("setup"), constants),
            tables,
            reading.sqlList(root.get("after-load"), constants),
            reading.sqlList(root.get("cleanup"), constants));
    JobPlan plan =
        new JobPlan(
            new JobPlan.Constants(parameterSlots, derived, fragments),
            statements,
            open,
            transactions,
            queues,
            steps.buffers(),
            new JobPlan.Layout(
                firstLocal,
                constants.size(),
                constants.makers(),
                new JobPlan.Slots(thread, threads, attempt, rows)),
            // A YAML job class has no begin; commit and rollback come after the statements.
            new JobPlan.Ends(-1, statements.size(), statements.size() + 1));
    return description
        .read(parameters, perPhase, prefixed, steps.rollsBack(), figures)
        .map(known ->
            new YamlClass(
                known,
                new YamlClass.Packing(root.text("version").orElse("1"), feeds.files()),
                new YamlClass.SessionPlan(
                    description.isolation(), description.retry(), autoCommit, steps.commits()),
                plan,
                schema,
                inputs,
                checked,
                new YamlClass.Review(
                    List.copyOf(reading.texts()),
                    new Unused(
                            root,
                            reading.used()::contains,
                            everywhere.asked()::contains,
                            this::saysTwice)
                        .all())));
  }

  /// Whether another text than the one that creates a table says its name.
  private boolean saysTwice(String table) {
    return reading.texts().stream()
            .filter(text -> text.byEngine().values().stream().anyMatch(one -> one.says(table)))
            .limit(2)
            .count()
        == 2;
  }

  private Action readOpen(StepReader steps) {
    Scope opening = constants.inner();
    opening.declare("rows");
    return steps.read(root.get("open"), opening);
  }

  private Expression autoCommit() {
    return root.get("auto-commit")
        .map(node -> reading.expression(node, constants))
        .orElse(_ -> ValueKind.NULL);
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

  /// A file that says `${prefix}` lets the user choose it.
  ///
  /// @return whether it does
  private boolean readPrefix() {
    boolean said = root.source().lines().stream().anyMatch(line -> line.contains("${prefix}"));
    boolean prefixed = said && !constants.known().contains("prefix");
    if (prefixed) {
      parameterSlots.put(constants.declareConstant("prefix"), TargetParameters.TABLE_PREFIX);
    }
    return prefixed;
  }

  /// How many tables are alike.
  private void readCopies() {
    entries("tables")
        .forEach((name, table) ->
            table
                .get("copies")
                .ifPresent(count ->
                    derived.put(
                        constants.declareConstant(SqlTemplate.copies(name)),
                        reading.expression(count, constants))));
  }

  private void readFragments() {
    entries("fragments")
        .forEach((name, node) -> {
          refuseReserved(name, node);
          Scope inside = constants.apart();
          if (entries("tables").values().stream()
              .anyMatch(table -> table.get("copies").isPresent())) {
            inside.declareConstant("copy");
          }
          int round = inside.declareConstant(node.text("as").orElse("round"));
          Map<Integer, Expression> values = new LinkedHashMap<>();
          node.get("with")
              .map(YamlNode::entries)
              .orElse(Map.of())
              .forEach((value, expression) -> {
                Expression compiled = reading.expression(expression, inside);
                values.put(inside.declareConstant(value), compiled);
              });
          YamlNode text = node.get("text").orElseThrow();
          SqlTemplate template = reading.template(text, inside);
          if (!template.values().isEmpty()) {
            reading.refuse(
                text,
                "a fragment cannot have :name values",
                "put them into its text, as in ${name}");
          }
          fragments.put(
              constants.declareConstant(SqlTemplate.fragment(name)),
              new SqlTemplate.Fragment(
                  reading.expression(node.get("repeat").orElseThrow(), constants),
                  round,
                  values,
                  template,
                  node.text("between").orElse(", ")));
        });
  }

  private void refuseReserved(String name, YamlNode node) {
    if (ExpressionReader.reserved(name)) {
      reading.refuse(
          node, "\"" + name + "\" is a reserved word of expressions", "use another name");
    } else if (!name.matches("[A-Za-z_]\\w*")) {
      reading.refuse(node, "\"" + name + "\" is not a name", "use letters, digits and _");
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

  /// The figures that add up.
  private List<String> sums() {
    return figures(one -> List.of("count", "sum").contains(one.text("kind").orElse("")));
  }

  /// Those that a rollback takes back.
  private List<String> committed() {
    List<String> sums = sums();
    return figures(one -> !FileReading.flag(one.get("every-attempt"), false)).stream()
        .filter(sums::contains)
        .toList();
  }

  private List<String> figures(Predicate<YamlNode> which) {
    return entries("figures").entrySet().stream()
        .filter(one -> which.test(one.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /// The figures that steps add to, each in its place.
  private List<String> addable() {
    return entries("figures").entrySet().stream()
        .map(figure -> figure.getValue().get("query").isPresent() ? "" : figure.getKey())
        .toList();
  }

  private List<GaugePlan> readGauges() {
    List<GaugePlan> plans = new ArrayList<>();
    entries("figures")
        .forEach((name, figure) -> {
          YamlNode kind = figure.get("kind").orElseThrow();
          if (figure.get("query").isPresent() != GAUGES.contains(kind.text())) {
            reading.refuse(
                kind,
                "only a figure of a query is " + String.join(", ", GAUGES),
                "give a query with one of these, and with no other kind");
          }
          figure
              .get("query")
              .ifPresent(query -> plans.add(gauge(names("figures").indexOf(name), figure, query)));
        });
    return plans;
  }

  private GaugePlan gauge(int index, YamlNode figure, YamlNode node) {
    SqlVariants query = reading.sql(node, constants);
    if (query.byEngine().values().stream().anyMatch(one -> !one.values().isEmpty())) {
      reading.refuse(
          node,
          "the query of a gauge cannot have :name values",
          "put constants into its text, as in ${name}");
    }
    return new GaugePlan(
        index,
        query,
        figure.get("per").map(per -> Duration.ofSeconds(reading.number(Optional.of(per), 1))));
  }

  /// Declares every name that any step or statement sets: statements may use them all. Whether a
  /// name is set in time is checked where the statement is executed.
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
              feeds.columns(value.text()).stream()
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
      return new StatementPlan(
          name,
          number,
          number,
          sql,
          List.of(),
          Optional.empty(),
          0,
          new StatementPlan.ResultPlan(List.of(), Map.of(), RowRange.ANY, LOOP_ROWS));
    }
    List<Action> draws = new ArrayList<>();
    node.get("with")
        .map(YamlNode::entries)
        .orElse(Map.of())
        .forEach((value, expression) ->
            draws.add(
                Actions.set(
                    everywhere.declare(value), reading.expression(expression, everywhere))));
    YamlNode sql = node.get("sql").orElseThrow();
    Optional<Expression> batch =
        node.get("batch").map(size -> reading.expression(size, everywhere));
    StatementPlan statement =
        new StatementPlan(
            name,
            number,
            number,
            reading.sqlOrNothing(sql, everywhere),
            draws,
            batch,
            reading.number(node.get("first"), 0),
            new StatementPlan.ResultPlan(
                FileReading.oneOrMany(node.get("into")).stream()
                    .map(one -> everywhere.declare(one.text()))
                    .toList(),
                Map.of(),
                node.get("rows").map(this::range).orElse(RowRange.ANY),
                reading.number(node.get("at-most"), LOOP_ROWS)));
    if (batch.isPresent() && statement.form() != StatementPlan.Form.UPDATE) {
      reading.refuse(node, "a batch only writes", "leave out batch: or into:");
    }
    return statement;
  }

  private RowRange range(YamlNode node) {
    String[] ends = node.text().split("\\.\\.", 2);
    String end = ends[ends.length - 1];
    long least = Long.parseLong(ends[0]);
    long most = end.isEmpty() ? Long.MAX_VALUE : Long.parseLong(end);
    if (least > most) {
      reading.refuse(node, "the range is empty", "give its lower end first");
    }
    return new RowRange(least, most);
  }

  private StepReader.Parts parts(List<StatementPlan> statements) {
    Map<String, List<String>> needs = new LinkedHashMap<>();
    Map<String, List<String>> sets = new LinkedHashMap<>();
    Map<Integer, String> names = new LinkedHashMap<>();
    everywhere.known().forEach(name -> names.put(everywhere.declare(name), name));
    for (StatementPlan statement : statements) {
      Set<String> own = setBy(statement.name());
      Set<String> needed = new LinkedHashSet<>();
      statement.sql().byEngine().values().stream()
          .flatMap(template -> template.values().stream())
          .forEach(slot -> needed.add(names.getOrDefault(slot, "")));
      // A statement's own results are not known before it.
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
        names("statements"),
        statements,
        needs,
        sets,
        feeds.columns(),
        queues,
        addable(),
        committed());
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

  private List<TransactionPlan> readTransactions(
      StepReader steps, Scope local, List<Figure> figures) {
    List<String> ids = figures.stream().map(Figure::id).toList();
    List<TransactionPlan> transactions = new ArrayList<>();
    RetryRules usual = reading.retries(root.get("retry"));
    RetryRules ofFile = new RetryRules(Optional.empty(), usual.byClass());
    Map<String, YamlNode> entries = entries("transactions");
    entries.forEach((name, node) ->
        transactions.add(
            new TransactionPlan(
                name,
                node.get("do").orElse(node).line(),
                node.get("weight")
                    .map(weight -> reading.expression(weight, constants))
                    .orElse(Expression.of(1)),
                steps.read(node.get("do"), local.inner()),
                FileReading.flag(node.get("rehearse"), true),
                node.get("retry").isPresent() ? reading.retries(node.get("retry")) : ofFile,
                new TransactionPlan.Figures(
                    ids.indexOf(Figure.TRANSACTION + name),
                    ids.indexOf(Figure.NOT_OK + name),
                    ids.indexOf(CheckReader.done(name))))));
    if (transactions.isEmpty()) {
      reading.refuse(
          root.get("transactions").orElse(root), "there is no transaction", "give at least one");
    } else if (entries.values().stream().allMatch(YamlClassReader::isNeverDrawn)) {
      YamlNode first = entries.values().iterator().next().get("weight").orElseThrow();
      reading.refuse(first, "no transaction has a weight above 0", "give at least one a weight");
    }
    return transactions;
  }

  /// Whether its weight is written as a number that is not above 0. A weight that depends on
  /// parameters is checked by the run.
  private static boolean isNeverDrawn(YamlNode transaction) {
    return transaction.text("weight").orElse("1").matches("-[\\d.]+|0(\\.0*)?");
  }

  private List<TablePlan> readTables(boolean prefixed) {
    List<TablePlan> tables = new ArrayList<>();
    entries("tables").forEach((name, node) -> tables.add(readTable(name, node, prefixed)));
    return tables;
  }

  private TablePlan readTable(String name, YamlNode node, boolean prefixed) {
    Scope words = constants.apart();
    boolean copied = node.get("copies").isPresent();
    int copy = copied ? words.declareConstant("copy") : -1;
    Scope columns = words.inner();
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
        .forEach((index, on) -> indexes.put(index, reading.template(on, words)));
    if (node.get("rows").isPresent() == values.isEmpty()) {
      reading.refuse(
          node,
          "table "
              + name
              + (values.isEmpty() ? " has rows and no columns" : " has columns and no rows"),
          "give both or neither");
    }
    SqlTemplate known =
        node.get("name")
            .map(text -> reading.template(text, constants))
            .orElseGet(() -> named(name, prefixed));
    return new TablePlan(
        known,
        copied ? constants.find(SqlTemplate.copies(name)).orElseThrow() : -1,
        reading.sql(node.get("create").orElseThrow(), words),
        node.get("rows").map(rows -> reading.expression(rows, constants)),
        values,
        columns.makers(),
        indexes,
        row,
        copy,
        source(node));
  }

  private SqlTemplate named(String table, boolean prefixed) {
    SqlTemplate.Part name = new SqlTemplate.Part.Verbatim(table);
    return new SqlTemplate(
        prefixed
            ? List.of(new SqlTemplate.Part.Inserted(constants.find("prefix").orElseThrow()), name)
            : List.of(name));
  }

  /// The texts that a table is made of.
  private static String source(YamlNode node) {
    StringBuilder source = new StringBuilder(node.text());
    node.items().forEach(item -> source.append(source(item)).append('\n'));
    node.entries()
        .forEach((key, value) -> source.append(key).append('=').append(source(value)).append('\n'));
    return source.toString();
  }
}
