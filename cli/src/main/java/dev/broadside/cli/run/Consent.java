package dev.broadside.cli.run;

import dev.broadside.cli.shell.CommandException;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.TargetGuard;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.param.Problem;
import java.io.Console;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Asks at the terminal whether load is meant to go where it would go.
public final class Consent {
  private static final String CONFIRM = "/" + JobDocument.CONFIRM.path();

  private Consent() {}

  /// Goes on only where load on the job's database is meant.
  static void toRun(JobSpec spec, JobSource source) throws CommandException {
    boolean said = source.document().path(JobDocument.YES_TARGET.path()).asBoolean(false);
    List<Problem> objection = TargetGuard.objection(spec).filter(_ -> !said).stream().toList();
    if (!objection.isEmpty() && !given(objection, spec, source)) {
      throw new CommandException(source.placed(objection));
    }
  }

  /// Whether all that a server objects to is that something has to be said, and it was said now: it
  /// is in the document then.
  public static boolean given(List<Problem> problems, JobSpec spec, JobSource source) {
    Optional<Problem> guard = TargetGuard.objection(spec);
    Optional<Console> console = Optional.ofNullable(System.console()).filter(Console::isTerminal);
    boolean askable =
        problems.stream()
            .allMatch(one -> one.where().equals(CONFIRM) || guard.filter(one::equals).isPresent());
    return askable
        && console.isPresent()
        && problems.stream().allMatch(one -> asked(one, source.document(), console.get()));
  }

  private static boolean asked(Problem problem, ObjectNode document, Console console) {
    boolean name = problem.where().equals(CONFIRM);
    String question = name ? "Type its name to put load on it" : "Is that meant (yes or no)";
    String answer =
        Optional.ofNullable(console.readLine("%s. %s: ", sentence(problem.what()), question))
            .orElse("")
            .strip();
    if (name) {
      document.put(JobDocument.CONFIRM.path(), answer);
    } else {
      document.put(JobDocument.YES_TARGET.path(), true);
    }
    return name ? !answer.isEmpty() : answer.matches("(?i)y|yes");
  }

  private static String sentence(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
