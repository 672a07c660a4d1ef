package dev.broadside.server.targets;

import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.JsonFields;
import dev.broadside.core.input.TargetGuard;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.param.ConnectionParameters;
import dev.broadside.core.param.Problem;
import dev.broadside.server.store.row.NamedTarget;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Holds what was submitted against the targets: whether it may go where it wants to go.
///
/// @param fields of the submission, where what is wrong is collected
/// @param problems the same, for what belongs to a parameter
/// @param load whether it is more than a test, which puts no load on anything
public record TargetRules(
    Targets targets, JsonFields fields, List<Problem> problems, boolean load) {
  private static final String URL = ConnectionParameters.URL.name();

  /// The job, aimed at the target that it names; as it is where it names none.
  ///
  /// @param declares whether the job class has a parameter, by name
  /// @param steps the jobs that it makes
  public JobSpec aimed(JobSpec spec, Predicate<String> declares, List<JobSpec> steps) {
    steps.forEach(step -> check(step, declares));
    return targets.aimed(spec, declares);
  }

  private void check(JobSpec spec, Predicate<String> declares) {
    String name = JobDocument.TARGET.in(spec);
    Optional<NamedTarget> target = targets.find(name);
    if (name.isEmpty()) {
      checkAddress(spec);
    } else if (target.isEmpty()) {
      wrong(
          JobDocument.TARGET.path(),
          "there is no target " + JsonFields.shown(name),
          "'broadside target add' makes one" + known());
    } else if (!declares.test(URL)) {
      wrong(
          JobDocument.TARGET.path(),
          "job class " + spec.jobClass() + " connects to no database that could be chosen",
          "leave it out");
    } else {
      checkLimits(target.get(), targets.aimed(spec, declares));
    }
  }

  private void checkAddress(JobSpec spec) {
    Optional<String> url = Optional.ofNullable(spec.parameters().get(URL));
    String place = JobDocument.PARAMETERS + "." + URL;
    if (url.isEmpty()) {
      return;
    }
    Optional<NamedTarget> same =
        targets.all().stream().filter(one -> same(one.url(), url.get())).findFirst();
    if (targets.only()) {
      wrong(
          place,
          "this server puts load on named targets only",
          "leave it out, and give the name of a target" + known());
    } else if (same.filter(NamedTarget::limited).isPresent()) {
      wrong(
          place,
          "it is the address of target " + same.get().name() + ", which has limits",
          "leave it out, and name the target: --target " + same.get().name());
    } else if (load && same.isEmpty() && !fields.get(JobDocument.YES_TARGET)) {
      TargetGuard.objection(spec).filter(one -> !problems.contains(one)).ifPresent(problems::add);
    }
  }

  /// Whether two URLs lead to the same database; properties aside.
  private static boolean same(String a, String b) {
    return base(a).equals(base(b));
  }

  private static String base(String url) {
    return url.split("[?;]", 2)[0].toLowerCase(Locale.ROOT);
  }

  private void checkLimits(NamedTarget target, JobSpec largest) {
    if (load && target.guarded() && !fields.get(JobDocument.CONFIRM).equals(target.name())) {
      wrong(
          JobDocument.CONFIRM.path(),
          "target " + target.name() + " is protected",
          "repeat its name here where load on it is meant");
    }
    TargetUse.tooMuch(target, largest)
        .ifPresent(much ->
            wrong(much.path(), much.what(), "ask for no more, or have the target's limit raised"));
  }

  private String known() {
    String names =
        targets.all().stream().map(NamedTarget::name).limit(20).collect(Collectors.joining(", "));
    return names.isEmpty() ? "" : "; there is " + names;
  }

  /// What is wrong with several steps is said once.
  private void wrong(String path, String what, String mend) {
    String where = "/" + path.replace('.', '/');
    if (!problems.contains(Problem.wrong(where, what, mend))) {
      fields.wrong(path, what, mend);
    }
  }
}
