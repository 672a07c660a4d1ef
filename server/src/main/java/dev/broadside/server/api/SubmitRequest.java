package dev.broadside.server.api;

import dev.broadside.core.input.JsonFields;
import dev.broadside.core.input.PhaseFields;
import dev.broadside.core.job.AgentDemand;
import dev.broadside.core.job.Bounds;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.PackDescriptor.ClassDescriptor;
import dev.broadside.core.job.Phase;
import dev.broadside.core.job.Plan;
import dev.broadside.core.job.ShareSlice;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Secret;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.packs.LinearPattern;
import dev.broadside.server.packs.PackStore;
import dev.broadside.server.store.row.JobCode;
import dev.broadside.server.store.row.PackRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// The body of `POST /api/v1/jobs`: read into a job's specification, or into everything that is
/// wrong with it.
///
/// @param id the job's id, where the user gave one
/// @param spec what is asked
/// @param code what the pack's descriptor says of the job class
record SubmitRequest(Optional<String> id, JobSpec spec, JobCode code) {
  private static final Set<String> FIELDS =
      new TreeSet<>(
          Set.of(
              "id",
              "name",
              "jobClass",
              "pack",
              "parameters",
              "secretsOf",
              "secretsNeeded",
              "agents",
              "threads",
              "rate",
              "arrivals",
              "think",
              "phases",
              "rampup",
              "warmup",
              "duration",
              "cooldown",
              "interval",
              "threadKind",
              "seed",
              "grace",
              "startAt",
              "waitForAgents",
              "timeouts"));

  /// What reading gives.
  sealed interface Reading {
    /// A job that can be submitted.
    record Good(SubmitRequest request) implements Reading {}

    /// Everything that is wrong.
    record Bad(List<Problem> problems) implements Reading {}
  }

  /// Reads a body. Looks packs and jobs up, so it may block.
  ///
  /// @param jobs what was asked of a job, its secrets included
  static Reading read(JsonNode body, PackStore packs, Function<String, Optional<JobSpec>> jobs) {
    if (!body.isObject()) {
      return new Reading.Bad(
          List.of(Problem.wrong("body", "it is not a JSON object", "send {\"jobClass\": ...}")));
    }
    return new Reader(body, packs, jobs).read();
  }

  /// A job class in a pack, whose author need not be a friend.
  private record Code(PackRow pack, ClassDescriptor jobClass) {
    Parameters parameters() {
      return jobClass.description().parameters().matchedBy(LinearPattern.MATCHER);
    }
  }

  private static final class Reader {
    private final List<Problem> problems = new ArrayList<>();
    private final JsonFields fields;
    private final RunFields run;
    private final PackStore packs;
    private final Function<String, Optional<JobSpec>> jobs;
    private final Map<String, String> given = new LinkedHashMap<>();

    Reader(JsonNode body, PackStore packs, Function<String, Optional<JobSpec>> jobs) {
      this.jobs = jobs;
      this.fields = new JsonFields(body, "", problems);
      this.run = new RunFields(fields, problems);
      this.packs = packs;
    }

    Reading read() {
      fields.onlyKnow(FIELDS);
      Optional<String> id = id();
      Optional<Code> code = code();
      Optional<ParameterValues> values = code.flatMap(this::values);
      AgentDemand agents = run.agents();
      List<Phase> phases = run.phases();
      Duration interval = run.interval(phases);
      code.ifPresent(found -> values.ifPresent(good -> checkMix(found, good, phases)));
      if (!problems.isEmpty() || code.isEmpty() || values.isEmpty()) {
        return new Reading.Bad(List.copyOf(problems));
      }
      Optional<JobSpec> spec =
          spec(code.get(), values.get(), agents, phases, interval)
              .map(new SecretsOf(fields, jobs, given.keySet())::complete);
      JobCode jobCode = JobCode.of(code.get().jobClass(), code.get().pack().bytes());
      spec.ifPresent(good -> checkSize(good, jobCode));
      return spec.isPresent() && problems.isEmpty()
          ? new Reading.Good(new SubmitRequest(id, spec.get(), jobCode))
          : new Reading.Bad(List.copyOf(problems));
    }

    /// An agent is told its whole plan in one message.
    private void checkSize(JobSpec spec, JobCode code) {
      try {
        new Codec().encode(largestOrder(spec, code));
      } catch (IllegalArgumentException _) {
        problems.add(
            Problem.wrong(
                "body",
                "the job is larger than the " + Codec.MAX_FRAME + " bytes an agent can be told",
                "shorten its parameters or its phases"));
      }
    }

    /// The longest that the order to begin can get, whichever the agent and whichever the step of a
    /// study.
    private static Message largestOrder(JobSpec spec, JobCode code) {
      int most = Integer.MAX_VALUE;
      String longest = "x".repeat(Bounds.MAX_NAME);
      Plan plan =
          new Plan(
              longest,
              longest,
              Long.MAX_VALUE,
              spec.withThreads(Bounds.MAX_THREADS),
              code.packBytes(),
              code.operations(),
              new ShareSlice(most, most, most, most, most));
      return new Message.ShareOrder(longest, Long.MAX_VALUE, new ShareGoal.Fork(plan));
    }

    private void checkMix(Code code, ParameterValues values, List<Phase> phases) {
      problems.addAll(PhaseFields.mixProblems(code.parameters(), values, phases, ""));
    }

    private Optional<JobSpec> spec(
        Code code,
        ParameterValues values,
        AgentDemand agents,
        List<Phase> phases,
        Duration interval) {
      Map<String, String> shown = new LinkedHashMap<>();
      Map<String, Secret> secrets = new LinkedHashMap<>();
      Parameters declared = code.parameters();
      values.texts().forEach((name, text) -> sort(declared, name, text, shown, secrets));
      try {
        return Optional.of(
            new JobSpec(
                fields.text("name", Bounds.MAX_TEXT).orElse(code.jobClass().title()),
                code.jobClass().id(),
                code.pack().sha256(),
                shown,
                secrets,
                agents,
                phases,
                interval,
                run.threadKind(),
                fields.whole64("seed", 1),
                run.grace(),
                fields.instant("startAt"),
                fields.flag("waitForAgents", true),
                run.limits()));
      } catch (IllegalArgumentException e) {
        // What no field is wrong by itself for, such as the phases together.
        problems.add(Problem.wrong("body", "" + e.getMessage(), "ask for what a job can be"));
        return Optional.empty();
      }
    }

    private static void sort(
        Parameters declared,
        String name,
        String text,
        Map<String, String> shown,
        Map<String, Secret> secrets) {
      if (declared.find(name).orElseThrow() instanceof Parameter.Hidden) {
        secrets.put(name, new Secret(text));
      } else {
        shown.put(name, text);
      }
    }

    private Optional<String> id() {
      Optional<String> id = fields.text("id", Bounds.MAX_NAME);
      if (id.isPresent() && !id.get().matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
        fields.wrong(
            "id",
            JsonFields.shown(id.get()) + " cannot be an id",
            "use letters, digits, dots, dashes and underscores");
      }
      return id;
    }

    private Optional<Code> code() {
      Optional<String> jobClass = fields.text("jobClass", Bounds.MAX_NAME);
      Optional<String> sha256 = fields.text("pack", Bounds.MAX_NAME);
      if (jobClass.isEmpty()) {
        if (fields.node("jobClass").isEmpty()) {
          fields.wrong("jobClass", "it is missing", "give one of " + known());
        }
        return Optional.empty();
      }
      Optional<PackRow> pack =
          sha256.isPresent() ? packs.find(sha256.get()) : packs.newestWith(jobClass.get());
      if (sha256.isPresent() && pack.isEmpty()) {
        fields.wrong(
            "pack",
            "the server has no pack of that SHA-256",
            "install it with `broadside pack install`, or leave the field out");
        return Optional.empty();
      }
      Optional<Code> code =
          pack.flatMap(
              found -> found.descriptor().find(jobClass.get()).map(one -> new Code(found, one)));
      code.ifPresent(this::checkPatterns);
      if (code.isEmpty()) {
        fields.wrong(
            "jobClass",
            "there is no job class "
                + JsonFields.shown(jobClass.get())
                + (sha256.isPresent() ? " in that pack" : ""),
            "use one of " + known());
      }
      return code.filter(_ -> problems.isEmpty());
    }

    /// Patterns are looked at when a pack comes in; one that came in under an older version may
    /// have some that are no longer matched.
    private void checkPatterns(Code code) {
      try {
        LinearPattern.check(code.jobClass().description().parameters());
      } catch (IllegalArgumentException e) {
        fields.wrong(
            "pack",
            "" + e.getMessage(),
            "leave the field out if a newer pack has the job class, or build and install it anew");
      }
    }

    private String known() {
      return packs.all().stream()
          .flatMap(pack -> pack.descriptor().classes().stream())
          .map(ClassDescriptor::id)
          .distinct()
          .sorted()
          .limit(100)
          .collect(Collectors.joining(", "));
    }

    private Optional<ParameterValues> values(Code code) {
      Optional<JsonNode> node = fields.node("parameters");
      if (node.isPresent() && !node.get().isObject()) {
        fields.wrong("parameters", "it is not an object", "write it as {\"name\": \"value\"}");
        return Optional.empty();
      }
      node.ifPresent(object -> object.forEachEntry((name, value) -> text(name, value, given)));
      return switch (code.parameters().read(given)) {
        case Parameters.Reading.Good(ParameterValues values) -> Optional.of(values);
        case Parameters.Reading.Bad(List<Problem> found) -> {
          found.forEach(problem -> problems.add(HttpProblem.placed("parameters.", problem)));
          yield Optional.empty();
        }
      };
    }

    private void text(String name, JsonNode value, Map<String, String> texts) {
      if (value.isString() || value.isNumber() || value.isBoolean()) {
        texts.put(name, value.asString());
      } else if (!value.isNull()) {
        fields.wrong(
            "parameters." + JsonFields.shown(name),
            "it is neither text nor number nor true nor false",
            "give the value itself");
      }
    }
  }
}
