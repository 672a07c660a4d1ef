package dev.broadside.server.submit;

import dev.broadside.core.campaign.Study;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.JobReader;
import dev.broadside.core.input.JsonFields;
import dev.broadside.core.input.LoadFields;
import dev.broadside.core.input.ScheduleFields;
import dev.broadside.core.input.Timetable;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.Plan;
import dev.broadside.core.job.ShareSlice;
import dev.broadside.core.job.Subscription;
import dev.broadside.core.load.Bounds;
import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Suggestions;
import dev.broadside.core.study.StudyPlan;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.jobs.JobReads;
import dev.broadside.server.packs.LinearPattern;
import dev.broadside.server.packs.PackStore;
import dev.broadside.server.store.row.JobCode;
import dev.broadside.server.store.row.MemberRow;
import dev.broadside.server.store.row.PackRow;
import dev.broadside.server.targets.TargetRules;
import dev.broadside.server.targets.Targets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// A [JobDocument] that was submitted as a job or a study.
///
/// @param id the job's or the study's id, if the user gave one
/// @param asked what it asks for; a job has a plan of one step
public record SubmitRequest(Optional<String> id, MemberRow asked) {

  /// A job class in a pack, whose author is not trusted.
  private record Found(PackRow pack, ClassDescriptor jobClass) {
    JobReader.Code code() {
      return JobReader.Code.of(
          jobClass,
          pack.sha256(),
          jobClass.description().parameters().matchedBy(LinearPattern.MATCHER));
    }
  }

  /// Reads documents of jobs and studies.
  ///
  /// @param packs looked up, so that this may block
  /// @param channels names of the server's channels for notices
  /// @param reads jobs that others take secrets from, and the addresses of agents
  /// @param time from which `+2h` counts
  public record Reader(
      PackStore packs, Targets targets, Set<String> channels, JobReads reads, Time time) {

    /// What a document is read for.
    private enum Purpose {
      JOB,
      STUDY,
      /// Nothing is stored, and no load is started.
      TEST
    }

    /// @throws HttpProblem with everything that is wrong
    public SubmitRequest job(JsonNode document) {
      return read(document, Purpose.JOB, Optional.empty());
    }

    /// Reads the changed document of a waiting job.
    ///
    /// @throws HttpProblem with everything that is wrong
    public SubmitRequest edited(String id, JsonNode document) {
      return read(document, Purpose.JOB, Optional.of(id));
    }

    /// @throws HttpProblem with everything that is wrong
    public SubmitRequest test(JsonNode document) {
      return read(document, Purpose.TEST, Optional.empty());
    }

    /// @throws HttpProblem with everything that is wrong
    public SubmitRequest study(JsonNode document) {
      return read(document, Purpose.STUDY, Optional.empty());
    }

    private SubmitRequest read(JsonNode document, Purpose purpose, Optional<String> edited) {
      boolean study = purpose == Purpose.STUDY;
      if (!document.isObject()) {
        throw HttpProblem.wrongInput(
            List.of(Problem.wrong("body", "it is not a JSON object", "send {\"jobClass\": ...}")));
      }
      JobReader reader = new JobReader(document, time.now());
      JsonFields fields = reader.fields();
      Optional<String> id = fields.given(JobDocument.ID);
      Optional<Found> found = found(reader);
      Optional<JobSpec> asked = reader.spec(found.map(Found::code));
      Optional<StudyPlan> plan = reader.plan(found.map(Found::code));
      plan.ifPresent(one -> checkKind(reader, one, study, id.orElse("")));
      if (study) {
        Stream.of(ScheduleFields.REPEAT, ScheduleFields.COPIES)
            .forEach(field -> fields.excludes(field, "a study has its own runs", "leave it out"));
      }
      checkChannels(fields, study);
      if (edited.isPresent() && id.isPresent()) {
        fields.wrong("id", "a job keeps its id", "leave it out");
      }
      Optional<JobSpec> spec =
          asked.map(new SecretsOf(fields, reads::spec, reader.parameters().keySet())::complete);
      Optional<JobSpec> known = edited.or(() -> id).flatMap(reads::spec);
      spec.ifPresent(good ->
          ScheduleFields.refusePast(
              fields, Timetable.of(good), known.map(Timetable::of), time.now()));
      if (spec.isPresent() && plan.isPresent()) {
        JobSpec aimed = aimed(reader, purpose, found.orElseThrow(), spec.get(), plan.get());
        spec = Optional.of(aimed);
        if (!JobDocument.TARGET.in(aimed).isEmpty()) {
          reader.checkDatabase(found.orElseThrow().code(), aimed);
        }
      }
      Optional<JobCode> code = found.map(one -> JobCode.of(one.jobClass(), one.pack()));
      spec.ifPresent(good -> checkSize(good, code.orElseThrow(), reader.problems()));
      HttpProblem.refuseIfAny(reader.problems());
      return new SubmitRequest(
          id, new MemberRow(spec.orElseThrow(), plan.orElseThrow(), code.orElseThrow()));
    }

    /// The job, with the address of the target that it names.
    private JobSpec aimed(
        JobReader reader, Purpose purpose, Found found, JobSpec spec, StudyPlan plan) {
      Parameters declared = found.jobClass().description().parameters();
      TargetRules rules =
          new TargetRules(
              targets,
              reader.fields(),
              reader.problems(),
              purpose != Purpose.TEST,
              this::addresses);
      return rules.aimed(
          spec,
          name -> declared.find(name).isPresent(),
          plan.points().stream().map(point -> point.of(spec)).toList());
    }

    private Set<String> addresses() {
      return reads.agents().stream()
          .map(agent -> agent.head().address())
          .collect(Collectors.toSet());
    }

    /// Whether the class that a document names has a parameter, by its name. A class that is not
    /// known may have any.
    Predicate<String> declares(JsonNode document) {
      String jobClass = document.path(JobDocument.JOB_CLASS.path()).asString("");
      String pack = document.path(JobDocument.PACK.path()).asString("");
      List<PackRow> among = pack.isEmpty() ? packs.all() : packs.meantBy(pack);
      return among.stream()
          .flatMap(row -> row.descriptor().find(jobClass).stream())
          .findFirst()
          .map(found -> found.description().parameters())
          .<Predicate<String>>map(declared -> name -> declared.find(name).isPresent())
          .orElse(_ -> true);
    }

    /// Refuses channels that the server does not have.
    ///
    /// @param study whether a study is submitted, which never shows a change: its steps differ on
    ///   purpose
    void checkChannels(JsonFields fields, boolean study) {
      for (Subscription one : fields.get(JobDocument.NOTIFY)) {
        checkChannel(fields, one.channel());
        if (study && one.events().equals(Set.of(Subscription.Event.CHANGED))) {
          fields.wrong(
              JobDocument.NOTIFY.path(),
              "a study shows no change",
              "give some of ended, failed and waiting");
        }
      }
    }

    private void checkChannel(JsonFields fields, String channel) {
      if (!channels.contains(channel)) {
        fields.wrong(
            "notify",
            "this server has no channel " + JsonFields.shown(channel),
            channels.isEmpty()
                ? "leave it out, or start the server with --notify"
                : "give one of " + String.join(", ", new TreeSet<>(channels)));
      }
    }

    private static void checkKind(JobReader reader, StudyPlan plan, boolean study, String id) {
      JsonFields fields = reader.fields();
      if (!study) {
        reader.requireOneJob(plan, "submit a study for several");
      } else if (!plan.several()) {
        fields.lacks(
            LoadFields.THREADS, "give numbers such as [1, 2, 4, 8], along, repeats or knee");
      }
      if (study && id.length() > Study.MAX_ID) {
        fields.wrong(
            "id", "a study's is at most " + Study.MAX_ID + " characters long", "shorten it");
      }
    }

    private Optional<Found> found(JobReader reader) {
      JsonFields fields = reader.fields();
      Optional<String> jobClass = fields.given(JobDocument.JOB_CLASS);
      Optional<String> reference = fields.given(JobDocument.PACK);
      if (jobClass.isEmpty()) {
        fields.lacks(JobDocument.JOB_CLASS, "give one of " + known(packs.all()));
        return Optional.empty();
      }
      List<PackRow> among = reference.map(packs::meantBy).orElseGet(packs::all);
      if (reference.isPresent() && among.isEmpty()) {
        fields.wrong(
            "pack",
            "the server has no pack " + JsonFields.shown(reference.get()),
            "install it with `broadside pack install FILE --server DIR`, or leave the field out");
        return Optional.empty();
      }
      Optional<Found> found =
          among.stream()
              .flatMap(row ->
                  row.descriptor().find(jobClass.get()).map(one -> new Found(row, one)).stream())
              .findFirst();
      if (found.isEmpty()) {
        List<String> known = known(among);
        fields.wrong(
            "jobClass",
            "there is no job class "
                + JsonFields.shown(jobClass.get())
                + (reference.isPresent() ? " in that pack" : ""),
            Suggestions.mend(jobClass.get(), known, Suggestions.oneOf(known)));
      }
      return found;
    }

    private static List<String> known(List<PackRow> among) {
      return among.stream()
          .flatMap(pack -> pack.descriptor().classes().stream())
          .map(ClassDescriptor::id)
          .distinct()
          .sorted()
          .limit(100)
          .toList();
    }
  }

  /// Refuses a job whose plan does not fit into one message to an agent.
  private static void checkSize(JobSpec spec, JobCode code, List<Problem> problems) {
    try {
      new Codec().encode(largestOrder(spec, code));
    } catch (IllegalArgumentException _) {
      problems.add(
          Problem.wrong(
              "body",
              "the job is larger than the " + Codec.MAX_FRAME + " bytes of one message to an agent",
              "shorten its parameters or its phases"));
    }
  }

  /// The longest order to begin that any agent can get for any step.
  private static Message largestOrder(JobSpec spec, JobCode code) {
    int most = Integer.MAX_VALUE;
    String longest = "x".repeat(Bounds.MAX_NAME);
    Plan plan =
        new Plan(
            longest,
            longest,
            Long.MAX_VALUE,
            spec.withThreads(Bounds.MAX_THREADS),
            code.operations(),
            new ShareSlice(most, most, most, most, most));
    return new Message.ShareOrder(longest, Long.MAX_VALUE, new ShareGoal.Prepare(plan));
  }
}
