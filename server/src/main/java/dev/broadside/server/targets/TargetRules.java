package dev.broadside.server.targets;

import dev.broadside.core.address.Resolver;
import dev.broadside.core.address.TargetAddress;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.JsonFields;
import dev.broadside.core.input.TargetGuard;
import dev.broadside.core.job.AllowedPrograms;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.MonitorSource;
import dev.broadside.core.param.ConnectionParameters;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Suggestions;
import dev.broadside.server.store.row.NamedTarget;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Checks whether a submission may use its target.
///
/// @param fields of the submission, which collect the problems
/// @param problems collects the problems of parameters
/// @param load false for a test, which starts no load
/// @param agents the agents' addresses
public record TargetRules(
    Targets targets,
    JsonFields fields,
    List<Problem> problems,
    boolean load,
    Supplier<Set<String>> agents) {
  private static final String URL = ConnectionParameters.URL.name();
  private static final String PASSWORD_COMMAND = ConnectionParameters.PASSWORD_COMMAND.name();

  /// The job with the address of the target that it names; unchanged if it names none.
  ///
  /// @param declares whether the job class has a parameter, by name
  /// @param steps the jobs that it makes
  public JobSpec aimed(JobSpec spec, Predicate<String> declares, List<JobSpec> steps) {
    Resolver names = targets.names().check(agents);
    steps.forEach(step -> {
      checkAddresses(step, names);
      checkMonitors(step);
      checkPrograms(step);
      check(step, declares);
    });
    return targets.aimed(spec, declares);
  }

  private void check(JobSpec spec, Predicate<String> declares) {
    String name = JobDocument.TARGET.in(spec);
    Optional<NamedTarget> target = targets.find(name);
    if (name.isEmpty()) {
      return;
    }
    if (target.isEmpty()) {
      wrong(
          JobDocument.TARGET.path(),
          "there is no target " + JsonFields.shown(name),
          Suggestions.mend(
              name,
              targets.all().stream().map(NamedTarget::name).toList(),
              "'broadside target add' makes one" + known()));
    } else if (!declares.test(URL)) {
      wrong(
          JobDocument.TARGET.path(),
          "job class " + spec.jobClass() + " connects to no database that could be chosen",
          "leave it out");
    } else {
      checkLimits(target.get(), targets.aimed(spec, declares));
    }
  }

  private void checkPrograms(JobSpec spec) {
    if (spec.jobClass().equals(AllowedPrograms.JOB_CLASS)) {
      checkProgram(spec, AllowedPrograms.COMMAND);
    }
    if (!spec.texts().getOrDefault(PASSWORD_COMMAND, "").isEmpty()) {
      checkProgram(spec, PASSWORD_COMMAND);
    }
  }

  private void checkProgram(JobSpec spec, String parameter) {
    String program = AllowedPrograms.of(spec.texts().getOrDefault(parameter, ""));
    if (!targets.programs().allow(program)) {
      wrong(
          place(parameter),
          "this server lets no job run " + JsonFields.shown(program),
          "have it started with --allow-tools, or name "
              + String.join(", ", targets.programs().names()));
    }
  }

  /// Checks the names of targets that monitors read.
  private void checkMonitors(JobSpec spec) {
    JobDocument.MONITORS
        .in(spec)
        .forEach(one -> {
          if (one.what() instanceof MonitorSource.Database database
              && !database.address()
              && targets.find(database.place()).isEmpty()) {
            wrong(
                JobDocument.MONITORS.path(),
                "there is no target " + JsonFields.shown(database.place()),
                "'broadside target add' makes one" + known());
          }
        });
  }

  /// Checks the addresses of a job that are not those of its named target.
  private void checkAddresses(JobSpec spec, Resolver names) {
    Map<String, TargetAddress> told = TargetGuard.addresses(spec);
    if (targets.only()) {
      told.keySet()
          .forEach(name ->
              wrong(
                  place(name),
                  "this server puts load on named targets only, and this is an address",
                  "give no address, but the name of a target" + known()));
      return;
    }
    told.forEach((name, address) -> checkAddress(name, address, names));
    boolean named =
        Stream.of(URL, TargetGuard.READS_TO)
            .filter(told::containsKey)
            .map(told::get)
            .allMatch(url -> targets.all().stream().map(NamedTarget::place).anyMatch(url::equals));
    if (load && !named && !fields.get(JobDocument.YES_TARGET)) {
      TargetGuard.objection(spec).filter(one -> !problems.contains(one)).ifPresent(problems::add);
    }
  }

  private void checkAddress(String parameter, TargetAddress address, Resolver names) {
    List<NamedTarget> limited = targets.all().stream().filter(NamedTarget::limited).toList();
    limited.stream()
        .filter(target -> address.equals(target.place()))
        .findFirst()
        .or(() ->
            limited.stream().filter(target -> address.mayBe(target.place(), names)).findFirst())
        .ifPresent(target ->
            wrong(
                place(parameter),
                (address.equals(target.place()) ? "it is the address of" : "it may lead to")
                    + " target "
                    + target.name()
                    + ", which has limits",
                "leave it out, and name the target: --target "
                    + target.name()
                    + (address.equals(target.place())
                        ? ""
                        : "; if it is another database, have that named as a target, too")));
  }

  private static String place(String parameter) {
    return parameter.startsWith(JobSpec.MONITOR_SECRET)
        ? JobDocument.MONITORS.path()
        : JobDocument.PARAMETERS + "." + parameter;
  }

  private void checkLimits(NamedTarget target, JobSpec largest) {
    if (load
        && target.rules().guarded()
        && !fields.get(JobDocument.CONFIRM).equals(target.name())) {
      wrong(
          JobDocument.CONFIRM.path(),
          "target " + target.name() + " is protected",
          "repeat its name here if load on it is meant");
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

  /// Reports a problem of several steps once.
  private void wrong(String path, String what, String mend) {
    String where = "/" + path.replace('.', '/');
    if (!problems.contains(Problem.wrong(where, what, mend))) {
      fields.wrong(path, what, mend);
    }
  }
}
