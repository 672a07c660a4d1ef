package dev.broadside.jobs.pgbench;

import dev.broadside.core.param.Problem;
import dev.broadside.jobs.pgbench.ScriptCommand.Meta;
import dev.broadside.sql.plan.Actions;
import dev.broadside.sql.plan.JobPlan;
import dev.broadside.sql.plan.RetryRules;
import dev.broadside.sql.plan.StatementPlan;
import dev.broadside.sql.plan.TransactionPlan;
import dev.broadside.sql.value.Expression;
import dev.broadside.sql.value.Scope;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Several scripts as one plan. They share their variables, as in a client of pgbench: the next
/// transaction sees what one has set.
///
/// @param problems of the scripts; the plan is usable only if this is empty
record ScriptPlan(JobPlan plan, Scope scope, List<Problem> problems) {
  private static final Pattern REFERENCE = Pattern.compile("(?<!:):([A-Za-z_]\\w*)");

  /// The most scripts that have a figure each.
  static final int TIMED = 8;

  /// Variables that pgbench sets itself.
  static final List<String> DEFAULTS = List.of("scale", "client_id", "random_seed", "default_seed");

  /// @param given the variables that users set
  static ScriptPlan of(List<ScriptText> scripts, Set<String> given) {
    List<Problem> problems = new ArrayList<>();
    Scope scope = Scope.empty(Scope.Names.NONE);
    DEFAULTS.forEach(scope::declare);
    given.forEach(scope::declare);
    Set<String> referenced = new HashSet<>();
    List<List<ScriptCommand>> commands = new ArrayList<>();
    for (ScriptText script : scripts) {
      REFERENCE.matcher(script.text()).results().forEach(name -> referenced.add(name.group(1)));
      commands.add(Scanner.scan(script, problems));
    }
    commands.forEach(list -> list.forEach(command -> declare(command, referenced, scope)));
    List<StatementPlan> statements = new ArrayList<>();
    List<TransactionPlan> transactions = new ArrayList<>();
    for (int i = 0; i < scripts.size(); i++) {
      ScriptText script = scripts.get(i);
      ScriptReader reader =
          new ScriptReader(script, commands.get(i), scope, referenced, statements, problems);
      transactions.add(
          new TransactionPlan(
              script.name(),
              "script " + script.name(),
              Expression.of(script.weight()),
              reader.read(),
              true,
              RetryRules.NONE,
              new TransactionPlan.Figures(scripts.size() > 1 && i < TIMED ? i : -1, -1, -1)));
    }
    return new ScriptPlan(plan(scope, statements, transactions), scope, problems);
  }

  /// Declares what a script sets: it is known in all scripts.
  private static void declare(ScriptCommand command, Set<String> referenced, Scope scope) {
    if (command instanceof Meta meta) {
      ScriptReader.setBy(meta).ifPresent(scope::declare);
      if (meta.word().equals("gset")) {
        referenced.stream().filter(name -> name.startsWith(meta.rest())).forEach(scope::declare);
      }
    }
  }

  /// The number of a variable that is known.
  int variable(String name) {
    return scope.find(name).orElseThrow();
  }

  private static JobPlan plan(
      Scope scope, List<StatementPlan> statements, List<TransactionPlan> transactions) {
    // Names with a blank are hidden from scripts.
    JobPlan.Slots slots =
        new JobPlan.Slots(
            scope.declare("client_id"),
            scope.declare("all clients"),
            scope.declare("this attempt"),
            scope.declare("rows before"));
    return new JobPlan(
        new JobPlan.Constants(Map.of(), Map.of(), Map.of()),
        statements,
        Actions.all(List.of()),
        transactions,
        List.of(),
        0,
        new JobPlan.Layout(scope.size(), scope.size(), scope.makers(), slots),
        new JobPlan.Ends(
            ScriptOperations.number("begin"),
            ScriptOperations.number("commit"),
            ScriptOperations.number("rollback")));
  }

  /// Splits a script into its commands: statements, which end with a semicolon or before a
  /// backslash, and lines that begin with a backslash; a backslash at their end continues them.
  private static final class Scanner {
    /// Pieces in which a semicolon or a backslash has no meaning.
    private static final String WHOLE =
        "[eE]'(?:[^'\\\\]|\\\\.|'')*+'|'(?:[^']|'')*+'|\"[^\"]*+\"|`[^`]*+`"
            + "|\\$(?<tag>\\w*+)\\$(?s:.)*?\\$\\k<tag>\\$|\\w++";

    private static final Pattern PIECE =
        Pattern.compile(
            "(?<blank>\\s++|--[^\\n]*+|/\\*(?s:.)*?\\*/)|(?<whole>"
                + WHOLE
                + ")|(?<end>;)|(?<joined>\\\\;)|(?<meta>\\\\(?<word>\\w*+)(?<rest>(?:\\\\\\r?\\n|[^\\n])*+))"
                + "|(?<other>(?s:.))");

    private final ScriptText script;
    private final List<Problem> problems;
    private final List<ScriptCommand> commands = new ArrayList<>();
    private int begin = -1;
    private int depth;

    private Scanner(ScriptText script, List<Problem> problems) {
      this.script = script;
      this.problems = problems;
    }

    /// @param problems everything that is wrong is added here
    static List<ScriptCommand> scan(ScriptText script, List<Problem> problems) {
      Scanner scanner = new Scanner(script, problems);
      scanner.scan();
      return scanner.commands;
    }

    private void scan() {
      Matcher piece = PIECE.matcher(script.text());
      while (piece.find()) {
        if (piece.group("meta") != null) {
          endStatement(piece.start());
          meta(piece);
        } else if (piece.group("joined") != null) {
          problems.add(
              script.problem(
                  piece.start(),
                  "\\; joins statements, which JDBC sends one by one",
                  "end each with a semicolon alone"));
        } else if (piece.group("end") != null && depth == 0) {
          endStatement(piece.start());
        } else if (piece.group("blank") == null) {
          begin = begin < 0 ? piece.start() : begin;
          depth = Math.max(0, depth + nesting(piece.group()));
        }
      }
      endStatement(script.text().length());
    }

    private static int nesting(String piece) {
      return switch (piece) {
        case "(" -> 1;
        case ")" -> -1;
        default -> 0;
      };
    }

    private void endStatement(int end) {
      if (begin >= 0) {
        commands.add(new ScriptCommand.Sql(begin, script.text().substring(begin, end).strip()));
      }
      begin = -1;
      depth = 0;
    }

    private void meta(Matcher piece) {
      // Keeps the number of characters, so that offsets stay right.
      String rest = piece.group("rest").replaceAll("\\\\\\r?\\n", "  ");
      int blanks = rest.length() - rest.stripLeading().length();
      commands.add(
          new ScriptCommand.Meta(
              piece.start(), piece.group("word"), rest.strip(), piece.start("rest") + blanks));
    }
  }
}
