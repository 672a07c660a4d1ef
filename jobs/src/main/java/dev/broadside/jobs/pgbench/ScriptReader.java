package dev.broadside.jobs.pgbench;

import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Suggestions;
import dev.broadside.jobs.pgbench.ScriptCommand.Meta;
import dev.broadside.jobs.pgbench.ScriptCommand.Sql;
import dev.broadside.sql.plan.Action;
import dev.broadside.sql.plan.Actions;
import dev.broadside.sql.plan.SqlTemplate;
import dev.broadside.sql.plan.SqlVariants;
import dev.broadside.sql.plan.StatementPlan;
import dev.broadside.sql.plan.StatementPlan.ResultPlan;
import dev.broadside.sql.plan.StatementPlan.RowRange;
import dev.broadside.sql.value.Expression;
import dev.broadside.sql.value.ExpressionError;
import dev.broadside.sql.value.ExpressionReader;
import dev.broadside.sql.value.PureFunctions;
import dev.broadside.sql.value.Scope;
import dev.broadside.sql.value.ValueKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Makes actions from the commands of one script.
final class ScriptReader {
  private static final Set<String> KNOWN =
      Set.of("set", "if", "elif", "else", "endif", "sleep", "gset");

  /// Meta commands of pgbench that are refused, and why.
  private static final Map<String, String> REFUSED =
      Map.of(
          "aset", "it stores the rows of joined statements, which JDBC sends one by one",
          "startpipeline", "JDBC has no pipelines: each statement waits for its answer",
          "endpipeline", "JDBC has no pipelines: each statement waits for its answer",
          "syncpipeline", "JDBC has no pipelines: each statement waits for its answer",
          "setshell", "it would run a program on the agent's machine",
          "shell", "it would run a program on the agent's machine");

  private static final Pattern SET = Pattern.compile("([A-Za-z_]\\w*)(\\s+)(?s:(.+))");
  private static final Pattern SLEEP =
      Pattern.compile("(:[A-Za-z_]\\w*(?=\\s|$)|\\d{1,9})\\s*(us|ms|s|)");
  private static final Map<String, String> MILLIS =
      Map.of("us", "0.001", "ms", "1", "s", "1000", "", "1000");

  private static final Pattern BEGIN =
      Pattern.compile("(?i)(?:begin(?:\\s+(?:work|transaction))?|start\\s+transaction)\\b\\s*(.*)");
  private static final Pattern END =
      Pattern.compile("(?i)(?:(end|commit)|rollback|abort)(?:\\s+(?:work|transaction))?");

  private final ScriptText script;
  private final List<ScriptCommand> commands;
  private final Scope scope;
  private final Set<String> referenced;
  private final List<StatementPlan> statements;
  private final List<Problem> problems;
  private int next;

  /// @param scope of all scripts, with everything that any of them sets
  /// @param referenced the names that any script uses
  /// @param statements of all scripts; those of this one are added
  ScriptReader(
      ScriptText script,
      List<ScriptCommand> commands,
      Scope scope,
      Set<String> referenced,
      List<StatementPlan> statements,
      List<Problem> problems) {
    this.script = script;
    this.commands = commands;
    this.scope = scope;
    this.referenced = referenced;
    this.statements = statements;
    this.problems = problems;
  }

  Action read() {
    List<Action> actions = new ArrayList<>(List.of(block()));
    while (next < commands.size()) {
      ScriptCommand stray = commands.get(next++);
      problem(stray, word(stray) + " comes without an open \\if", "begin with \\if");
      actions.add(block());
    }
    return Actions.all(actions);
  }

  /// The name that a command sets.
  static Optional<String> setBy(Meta meta) {
    Matcher set = SET.matcher(meta.rest());
    return meta.word().equals("set") && set.matches()
        ? Optional.of(set.group(1))
        : Optional.empty();
  }

  private void problem(ScriptCommand command, String what, String mend) {
    problems.add(script.problem(command.at(), what, mend));
  }

  private static String word(ScriptCommand command) {
    return command instanceof Meta meta ? "\\" + meta.word() : "";
  }

  private Optional<Meta> ahead(String... words) {
    return next < commands.size()
            && commands.get(next) instanceof Meta meta
            && Set.of(words).contains(meta.word())
        ? Optional.of(meta)
        : Optional.empty();
  }

  private Action block() {
    List<Action> actions = new ArrayList<>();
    while (next < commands.size() && ahead("elif", "else", "endif").isEmpty()) {
      actions.add(
          switch (commands.get(next++)) {
            case Sql sql -> statement(sql);
            case Meta meta -> meta(meta);
          });
    }
    return Actions.all(actions);
  }

  private Action meta(Meta meta) {
    return switch (meta.word()) {
      case "set" -> set(meta);
      case "if" -> when(meta, meta);
      case "sleep" -> sleep(meta);
      case "gset" -> refuse(meta, "there is no statement before it", "put it after one");
      default -> {
        String why = REFUSED.get(meta.word());
        yield why == null
            ? refuse(
                meta,
                "there is no meta command \\" + meta.word(),
                Suggestions.mend(meta.word(), KNOWN))
            : refuse(meta, "\\" + meta.word() + " is not supported: " + why, "leave it out");
      }
    };
  }

  private Action refuse(ScriptCommand command, String what, String mend) {
    problem(command, what, mend);
    return Actions.all(List.of());
  }

  private Action set(Meta meta) {
    Matcher set = SET.matcher(meta.rest());
    if (!set.matches()) {
      return refuse(meta, "\\set has no name and expression", "write \\set NAME EXPRESSION");
    }
    Expression value = expression(set.group(3), meta.restAt() + set.start(3));
    return Actions.set(scope.declare(set.group(1)), value);
  }

  private Expression expression(String text, int at) {
    try {
      return ExpressionReader.read(text, scope, PureFunctions.forScripts())
          .expression()
          .placed(script.place(at));
    } catch (ExpressionError e) {
      problems.add(script.problem(at + e.offset(), e.what(), e.mend()));
      return _ -> ValueKind.NULL;
    }
  }

  /// @param opening the \if that needs an \endif
  private Action when(Meta opening, Meta condition) {
    Expression truth = expression(condition.rest(), condition.restAt());
    Action then = block();
    Optional<Meta> elif = ahead("elif");
    if (elif.isPresent()) {
      next++;
      return Actions.when(truth, then, when(opening, elif.get()));
    }
    Action otherwise = Actions.all(List.of());
    if (ahead("else").isPresent()) {
      next++;
      otherwise = block();
    }
    Optional<Meta> stray = ahead("elif", "else", "endif");
    next++;
    if (stray.isEmpty()) {
      problem(opening, "\\if has no \\endif", "write one");
    } else if (!stray.get().word().equals("endif")) {
      problem(stray.get(), word(stray.get()) + " comes after \\else", "put it before \\else");
    }
    return Actions.when(truth, then, otherwise);
  }

  private Action sleep(Meta meta) {
    Matcher sleep = SLEEP.matcher(meta.rest());
    if (!sleep.matches()) {
      return refuse(meta, "\\sleep has no time", "write \\sleep 10 ms, or us, or s, or :NAME ms");
    }
    String millis = sleep.group(1) + " * " + MILLIS.get(sleep.group(2));
    return Actions.pause(expression(millis, meta.restAt()));
  }

  private Action statement(Sql sql) {
    Optional<Meta> gset = ahead("gset");
    Matcher begin = BEGIN.matcher(sql.text());
    Matcher end = END.matcher(sql.text());
    if (begin.matches()) {
      String modes = begin.group(1);
      return modes.isEmpty()
          ? Actions.begin()
          : Actions.all(
              List.of(
                  Actions.begin(),
                  execute(new Sql(sql.at(), "set transaction " + modes), Optional.empty())));
    }
    if (end.matches()) {
      return Actions.end(end.group(1) != null);
    }
    gset.ifPresent(_ -> next++);
    return execute(sql, gset);
  }

  private Action execute(Sql sql, Optional<Meta> gset) {
    Map<String, Integer> named = new HashMap<>();
    gset.ifPresent(meta -> named.putAll(columns(meta.rest())));
    StatementPlan statement =
        new StatementPlan(
            script.place(sql.at()),
            statements.size(),
            ScriptOperations.of(sql.text()),
            SqlVariants.one(template(sql), script.place(sql.at())),
            List.of(),
            Optional.empty(),
            0,
            new ResultPlan(
                List.of(), named, gset.isPresent() ? new RowRange(1, 1) : RowRange.ANY, 1));
    statements.add(statement);
    return Actions.execute(statement);
  }

  /// The columns to be stored: those that any script uses.
  private Map<String, Integer> columns(String prefix) {
    Map<String, Integer> columns = new HashMap<>();
    for (String name : referenced) {
      if (name.startsWith(prefix)) {
        columns.put(name.substring(prefix.length()).toLowerCase(Locale.ROOT), scope.declare(name));
      }
    }
    return columns;
  }

  private SqlTemplate template(Sql sql) {
    try {
      return SqlTemplate.read(sql.text(), scope);
    } catch (ExpressionError e) {
      problems.add(script.problem(sql.at() + e.offset(), e.what(), e.mend()));
      return new SqlTemplate(List.of());
    }
  }
}
