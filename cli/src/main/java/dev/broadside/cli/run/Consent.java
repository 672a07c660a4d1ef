package dev.broadside.cli.run;

import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.TargetGuard;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.param.Problem;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Asks at the terminal whether load is meant to go where it would go.
public final class Consent {
  private static final String CONFIRM = "/" + JobDocument.CONFIRM.path();

  private Consent() {}

  /// Throws unless the user agrees to load on the job's database.
  static void toRun(JobSpec spec, JobSource source, Shell shell) throws CommandException {
    boolean said = source.document().path(JobDocument.YES_TARGET.path()).asBoolean(false);
    List<Problem> objection = TargetGuard.objection(spec).filter(_ -> !said).stream().toList();
    if (!objection.isEmpty() && !given(objection, spec, source, shell)) {
      throw new CommandException(source.placed(objection));
    }
  }

  /// Whether the server objects only because it wants consent, and the user has given it now; the
  /// document holds it then.
  public static boolean given(List<Problem> problems, JobSpec spec, JobSource source, Shell shell) {
    Optional<Problem> guard = TargetGuard.objection(spec);
    boolean askable =
        problems.stream()
            .allMatch(one -> one.where().equals(CONFIRM) || guard.filter(one::equals).isPresent());
    return askable && problems.stream().allMatch(one -> asked(one, source.document(), shell));
  }

  private static boolean asked(Problem problem, ObjectNode document, Shell shell) {
    String what = sentence(problem.what()) + ". ";
    if (problem.where().equals(CONFIRM)) {
      String name = shell.ask(what + "Type its name to put load on it").orElse("");
      document.put(JobDocument.CONFIRM.path(), name);
      return !name.isEmpty();
    }
    document.put(JobDocument.YES_TARGET.path(), true);
    return shell.agrees(what + "Is that meant");
  }

  private static String sentence(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
