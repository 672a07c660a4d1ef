package dev.broadside.server.submit;

import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.JsonFields;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.load.Phase;
import dev.broadside.core.param.Secret;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/// Takes the secrets that a submission leaves out from an earlier job that it names, so that a
/// clone needs no password.
///
/// The other parameters have to be the same as those of the earlier job: otherwise a user could
/// have its secrets sent to a host of his own.
///
/// @param fields of the submission, which collect the problems
/// @param jobs finds a job's specification with its secrets
/// @param given names of the parameters that the submission gives
public record SecretsOf(
    JsonFields fields, Function<String, Optional<JobSpec>> jobs, Set<String> given) {
  private static final String FIELD = JobDocument.SECRETS_OF.path();

  /// The names of the secrets that a job has.
  public static List<String> names(JobSpec spec) {
    return spec.secrets().entrySet().stream()
        .filter(one -> !one.getValue().reveal().isEmpty())
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  /// The job with all its secrets; unchanged if something is wrong.
  public JobSpec complete(JobSpec spec) {
    Set<String> missing = new TreeSet<>(spec.secrets().keySet());
    missing.removeAll(given);
    Optional<String> id = fields.given(JobDocument.SECRETS_OF);
    List<String> needed = fields.get(JobDocument.SECRETS_NEEDED);
    if (id.isEmpty()) {
      needed.stream().filter(missing::contains).forEach(this::lacks);
      return spec;
    }
    Optional<JobSpec> job = jobs.apply(id.get());
    if (job.isEmpty()) {
      fields.wrong(
          FIELD,
          "there is no job " + JsonFields.shown(id.get()),
          "leave it out, and give the secrets themselves");
      return spec;
    }
    return completeFrom(job.get(), spec, missing);
  }

  private void lacks(String name) {
    fields.wrong(
        "parameters." + name,
        "the job that this is a copy of had one, and it is never shown",
        "give it, or name that job in " + FIELD);
  }

  private JobSpec completeFrom(JobSpec job, JobSpec spec, Set<String> missing) {
    Map<String, Secret> secrets = new LinkedHashMap<>(spec.secrets());
    Optional<String> difference = difference(job, spec);
    for (String name : missing) {
      Optional<Secret> kept =
          Optional.ofNullable(job.secrets().get(name)).filter(one -> !one.reveal().isEmpty());
      if (kept.isPresent() && difference.isPresent()) {
        fields.wrong(
            "parameters." + name,
            "it is not taken over from the other job, since " + difference.get(),
            "give it");
      }
      kept.ifPresent(secret -> secrets.put(name, secret));
    }
    return difference.isEmpty() ? spec.withSecrets(secrets) : spec;
  }

  /// The parameters that differ from the other job's.
  static Optional<String> difference(JobSpec job, JobSpec spec) {
    if (!job.jobClass().equals(spec.jobClass()) || !job.pack().equals(spec.pack())) {
      return Optional.of("that ran other code: another job class, or another pack");
    }
    Set<String> names = new TreeSet<>(job.parameters().keySet());
    names.addAll(spec.parameters().keySet());
    Optional<String> other =
        names.stream()
            .filter(name ->
                !Optional.ofNullable(job.parameters().get(name))
                    .equals(Optional.ofNullable(spec.parameters().get(name))))
            .findFirst();
    if (other.isPresent()) {
      return Optional.of("its parameter " + other.get() + " has another value");
    }
    if (!JobDocument.MONITORS.in(job).equals(JobDocument.MONITORS.in(spec))) {
      return Optional.of("its monitors are others");
    }
    Set<Map<String, String>> mixes = new HashSet<>(Set.of(Map.of()));
    job.phases().stream().map(Phase::mix).forEach(mixes::add);
    return mixes.containsAll(spec.phases().stream().map(Phase::mix).toList())
        ? Optional.empty()
        : Optional.of("a phase changes parameters otherwise");
  }
}
