package dev.broadside.core.campaign;

import dev.broadside.core.campaign.GroupPlan.Condition;
import dev.broadside.core.campaign.GroupPlan.Dependency;
import dev.broadside.core.campaign.GroupPlan.Kind;
import dev.broadside.core.campaign.GroupPlan.Member;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.JobField;
import dev.broadside.core.input.JsonFields;
import dev.broadside.core.input.ScheduleFields;
import dev.broadside.core.input.SharedFields;
import dev.broadside.core.input.Timetable;
import dev.broadside.core.job.Settings;
import dev.broadside.core.job.Subscription;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Suggestions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A group as one document, in JSON or in YAML:
///
/// ```
/// group: Nightly
/// notify: ["ops:failed"]
/// repeat: 0 2 * * *
/// defaults: {target: staging, duration: 5m}
/// members:
///   - name: load
///     job: {jobClass: tpcc}
///   - name: ladder
///     after: load
///     study: {jobClass: tpcc, threads: [1, 2, 4]}
///   - name: shards
///     targets: {shard1: 3, shard2: 1}
///     job: {jobClass: tpcc, threads: 8}
///   - name: drop
///     after: {ladder: always}
///     job: {jobClass: sql}
/// ```
///
/// A job with `targets` becomes a member for each target, such as `shards-shard1`; a member that
/// waits for `shards` waits for all of them. Below `job` and `study` stand [JobDocument]s without
/// the fields that the group decides itself; `defaults` are fields for all of them, by the rules of
/// [SharedFields]. Wrong input is never an exception: every problem is collected, with a JSON
/// pointer as its place. For one thread.
public final class GroupDocument {
  /// The most members of a group.
  public static final int MOST_MEMBERS = 200;

  public static final String GROUP = "group";
  public static final String ID = "id";
  public static final String DEFAULTS = "defaults";
  public static final String MEMBERS = "members";

  /// The targets of a member that has several.
  public static final String TARGETS = "targets";

  public static final int LONGEST_NAME = 100;

  /// The fields of a group as a whole, all of which a job has, too.
  public static final List<JobField<?>> OWN =
      List.of(
          JobDocument.NOTIFY,
          ScheduleFields.START_AT,
          ScheduleFields.STOP_AT,
          ScheduleFields.ZONE,
          ScheduleFields.REPEAT,
          ScheduleFields.OVERLAP,
          ScheduleFields.DISABLED);

  private static final String NAME_FORM =
      "give 1 to " + JobGroup.MAX_ID + " letters, digits, dashes and underscores";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1," + JobGroup.MAX_ID + "}");
  private static final Pattern DEFINITION_START = Pattern.compile("^[^A-Za-z0-9]+");

  /// The fields that a group decides for its members.
  private static final List<String> NOT_OF_MEMBERS =
      Stream.of(
              JobDocument.ID,
              ScheduleFields.REPEAT,
              ScheduleFields.COPIES,
              ScheduleFields.SPACING,
              ScheduleFields.OVERLAP)
          .map(JobField::path)
          .toList();

  private final List<Problem> problems = new ArrayList<>();
  private final JsonFields fields;
  private final JsonNode document;
  private final ObjectNode defaults;
  private final List<Member> members = new ArrayList<>();
  private final List<ObjectNode> jobs = new ArrayList<>();

  /// The place in the document of each member that could be read.
  private final List<String> places = new ArrayList<>();

  /// Of each member that could be read; empty if it says itself what its target is.
  private final List<Optional<TargetShare>> shares = new ArrayList<>();

  /// The members that stand for one with several targets, by its name.
  private final Map<String, List<String>> parts = new HashMap<>();

  private final List<Subscription> subscriptions;
  private final Timetable timetable;

  /// The names of all members, also of those that could not be read.
  private final Set<String> names = new HashSet<>();

  /// Reads a document whose times do not matter: `+2h` counts from 1970.
  ///
  /// @param document an object; anything else is one without fields
  public GroupDocument(JsonNode document) {
    this(document, Instant.EPOCH);
  }

  /// @param document an object; anything else is one without fields
  /// @param now from which `+2h` counts
  public GroupDocument(JsonNode document, Instant now) {
    this.document = document;
    this.fields = new JsonFields(document, "", problems);
    fields.onlyKnow(
        Stream.concat(Stream.of(GROUP, ID, DEFAULTS, MEMBERS), OWN.stream().map(JobField::path))
            .toList());
    if (name().isEmpty() && (fields.node(GROUP).isEmpty() || problems.isEmpty())) {
      fields.wrong(GROUP, "it is missing", "give the group a name");
    }
    id().filter(id -> !NAME.matcher(id).matches())
        .ifPresent(_ -> fields.wrong(ID, "it cannot be an id", NAME_FORM));
    this.subscriptions = fields.get(JobDocument.NOTIFY);
    this.timetable = ScheduleFields.read(fields, now);
    this.defaults = defaults();
    readMembers();
    checkOrder();
  }

  /// The fields that a job or a study in a group may have: all but those that the group decides.
  public static List<String> fieldsOfMembers() {
    return Stream.concat(
            JobDocument.ALL.stream().map(field -> field.path().split("\\.")[0]),
            Stream.of(JobDocument.PARAMETERS))
        .distinct()
        .filter(one -> !NOT_OF_MEMBERS.contains(one))
        .toList();
  }

  /// Everything that is wrong with the document.
  public List<Problem> problems() {
    return problems;
  }

  /// The id that the document gives, if any.
  public Optional<String> id() {
    return fields.text(ID, LONGEST_NAME).filter(text -> !text.isEmpty());
  }

  private String name() {
    return fields.text(GROUP, LONGEST_NAME).map(String::strip).orElse("");
  }

  /// The plan; empty if anything is wrong with the document.
  public Optional<GroupPlan> plan() {
    if (!problems.isEmpty()) {
      return Optional.empty();
    }
    Map<String, String> settings = new TreeMap<>(timetable.settings().given());
    if (!subscriptions.isEmpty()) {
      settings.put(JobDocument.NOTIFY.declared().name(), JobDocument.NOTIFY.write(subscriptions));
    }
    if (fields.get(ScheduleFields.DISABLED)) {
      settings.put(ScheduleFields.DISABLED.declared().name(), ScheduleFields.DISABLED.write(true));
    }
    return Optional.of(new GroupPlan(name(), members, timetable.startAt(), new Settings(settings)));
  }

  /// The members that could be read, so that their jobs can be checked even if other members are
  /// wrong; none if `defaults` could not be read.
  public List<Member> members() {
    JsonNode shared = document.path(DEFAULTS);
    JsonNode parameters = shared.path(JobDocument.PARAMETERS);
    return isNoObject(shared) || isNoObject(parameters) ? List.of() : List.copyOf(members);
  }

  private static boolean isNoObject(JsonNode node) {
    return !node.isMissingNode() && !node.isNull() && !node.isObject();
  }

  /// When it is to be run.
  public Timetable timetable() {
    return timetable;
  }

  /// The fields of the group as a whole.
  public JsonFields fields() {
    return fields;
  }

  /// The places of the job documents of [#members()] in the document, as JSON pointers. Members of
  /// several targets have one place.
  public List<String> places() {
    return List.copyOf(places);
  }

  /// The job document of a member, completed by `defaults`.
  ///
  /// Its problems are added if its load cannot be divided among targets.
  ///
  /// @param declares whether its class has a parameter, by name
  public ObjectNode job(int member, Predicate<String> declares) {
    Member one = members.get(member);
    boolean study = one.kind() == Kind.STUDY;
    ObjectNode all = new SharedFields(defaults).with(jobs.get(member), study, declares);
    putWhereMissing(all, JobDocument.NAME.path(), name() + ": " + one.name());
    if (!study && NAME.matcher(one.name()).matches()) {
      putWhereMissing(all, JobDocument.DEFINITION.path(), definition(one.name()));
    }
    shares
        .get(member)
        .ifPresent(share -> share.into(all).forEach(problem -> wrong(member, problem)));
    return all;
  }

  private static void putWhereMissing(ObjectNode document, String field, String text) {
    if (document.path(field).isMissingNode() || document.path(field).isNull()) {
      document.put(field, text.substring(0, Math.min(LONGEST_NAME, text.length())));
    }
  }

  /// The definition of which the jobs of a member are runs, in each repetition of the group.
  private String definition(String member) {
    String words = name().replaceAll("[^A-Za-z0-9_-]+", "-");
    String group = DEFINITION_START.matcher(words).replaceFirst("");
    return (group.isEmpty() ? GROUP : group.substring(0, Math.min(50, group.length())))
        + "."
        + member;
  }

  /// Refuses shared parameters that no member's class has: they are misspelt. If a member could not
  /// be read, its parameters are not known, and nothing is refused.
  ///
  /// @param used names of parameters that some member's class has
  public void checkShared(Set<String> used) {
    if (Set.copyOf(places).size() < document.path(MEMBERS).size()) {
      return;
    }
    JsonFields within = fields.within(DEFAULTS).within(JobDocument.PARAMETERS);
    for (String name : defaults.path(JobDocument.PARAMETERS).propertyNames()) {
      if (!used.contains(name)) {
        within.wrong(
            JsonFields.shown(name), "no member's job class has such a parameter", "leave it out");
      }
    }
  }

  /// Adds a problem of a member's job document, at the place where its cause stands: in the member,
  /// or once in `defaults`.
  public void wrong(int member, Problem problem) {
    String at = problem.where().startsWith("/") ? problem.where() : "";
    boolean own = at.isEmpty() || said(jobs.get(member), at) || !said(defaults, at);
    String where = (own ? places.get(member) : "/" + DEFAULTS) + at;
    Problem placed = new Problem(problem.kind(), where, problem.what(), problem.mend());
    if (!problems.contains(placed)) {
      problems.add(placed);
    }
  }

  private static boolean said(ObjectNode document, String pointer) {
    JsonNode above = document.at(pointer.substring(0, pointer.lastIndexOf('/')));
    // A plain value may stand for an object, as the number of agents does.
    return !document.at(pointer).isMissingNode() || above.isValueNode();
  }

  private ObjectNode defaults() {
    Optional<JsonNode> node = fields.node(DEFAULTS);
    if (node.isPresent() && isNoObject(node.get())) {
      fields.wrong(DEFAULTS, "it is not an object", "write it as {duration: 5m}");
    }
    ObjectNode shared =
        node.filter(ObjectNode.class::isInstance)
            .map(ObjectNode.class::cast)
            .orElseGet(JsonNodeFactory.instance::objectNode);
    JsonFields within = fields.within(DEFAULTS);
    within.onlyKnow(fieldsOfMembers());
    JsonNode parameters = shared.path(JobDocument.PARAMETERS);
    if (isNoObject(parameters)) {
      within.wrong(JobDocument.PARAMETERS, "it is not an object", "write it as {name: value}");
    }
    return shared;
  }

  private void readMembers() {
    JsonNode list = document.path(MEMBERS);
    if (!list.isArray() || list.isEmpty()) {
      fields.wrong(
          MEMBERS,
          list.isMissingNode() || list.isNull() ? "it is missing" : "it is not a list with members",
          "give at least one, such as {name: load, job: {jobClass: noop}}");
    } else if (list.size() > MOST_MEMBERS) {
      fields.wrong(
          MEMBERS,
          "a group has at most " + MOST_MEMBERS + " members, not " + list.size(),
          "make several groups of it");
    } else {
      for (int i = 0; i < list.size(); i++) {
        read(list.get(i), "/" + MEMBERS + "/" + i);
      }
      if (members.size() > MOST_MEMBERS) {
        fields.wrong(
            MEMBERS,
            "with their targets they are %d, and a group has at most %d"
                .formatted(members.size(), MOST_MEMBERS),
            "make several groups of it");
      }
    }
  }

  private void read(JsonNode node, String place) {
    JsonFields own = new JsonFields(node, place, problems);
    if (!node.isObject()) {
      problems.add(
          Problem.wrong(
              place, "it is not a member", "write it as {name: ..., job: {jobClass: ...}}"));
      return;
    }
    own.onlyKnow(List.of("name", "job", "study", "after", TARGETS));
    String name = own.text("name", LONGEST_NAME).orElse("");
    if (!NAME.matcher(name).matches()) {
      own.wrong(
          "name", node.has("name") ? "it cannot be a member's name" : "it is missing", NAME_FORM);
    } else if (!names.add(name)) {
      own.wrong("name", "another member is called " + name, "give it a name of its own");
    }
    Kind kind = node.has("study") ? Kind.STUDY : Kind.JOB;
    if (node.has("job") == node.has("study") || !node.path(kind.word()).isObject()) {
      own.wrong(
          kind.word(),
          node.has("job") && node.has("study") ? "it is both a job and a study" : "it is missing",
          "give one of job: {jobClass: ...} and study: {jobClass: ...}");
      return;
    }
    ObjectNode job = (ObjectNode) node.get(kind.word());
    JsonFields within = own.within(kind.word());
    for (String field : NOT_OF_MEMBERS) {
      if (job.has(field)) {
        within.wrong(field, "the group decides this for its members", "leave it out");
      }
    }
    JsonNode said = job.path("jobClass");
    String jobClass =
        JsonFields.shown((said.isString() ? said : defaults.path("jobClass")).asString(""));
    Member member = new Member(name, kind, jobClass, after(node.path("after"), own));
    job = job.deepCopy().remove(NOT_OF_MEMBERS);
    if (node.has(TARGETS)) {
      addForEachTarget(member, job, node, own, place);
    } else {
      add(member, job, Optional.empty(), place);
    }
  }

  private void addForEachTarget(
      Member member, ObjectNode job, JsonNode node, JsonFields own, String place) {
    if (member.kind() == Kind.STUDY || job.has(JobDocument.TARGET.path())) {
      own.wrong(
          TARGETS, "only a job without a target of its own has several", "leave one of them out");
    }
    for (TargetShare share : TargetShare.read(node.get(TARGETS), own)) {
      String name = member.name() + "-" + share.target();
      if (!NAME.matcher(name).matches() || !names.add(name)) {
        own.wrong(
            TARGETS,
            "a member would be called %s, which is no name or taken"
                .formatted(JsonFields.shown(name)),
            "give the member another name");
      }
      parts.computeIfAbsent(member.name(), _ -> new ArrayList<>()).add(name);
      Member part = new Member(name, member.kind(), member.jobClass(), member.after());
      add(part, job.deepCopy(), Optional.of(share), place);
    }
  }

  private void add(Member member, ObjectNode job, Optional<TargetShare> share, String place) {
    members.add(member);
    jobs.add(job);
    shares.add(share);
    places.add(place + "/" + member.kind().word());
  }

  /// A member that waits for one with several targets waits for the members of all targets.
  private Member waitingForParts(Member member) {
    List<Dependency> after =
        member.after().stream()
            .flatMap(one ->
                parts.getOrDefault(one.member(), List.of(one.member())).stream()
                    .map(part -> new Dependency(part, one.on())))
            .distinct()
            .toList();
    return new Member(member.name(), member.kind(), member.jobClass(), after);
  }

  private List<Dependency> after(JsonNode node, JsonFields own) {
    List<Dependency> all = new ArrayList<>();
    if (node.isMissingNode() || node.isNull()) {
      return all;
    }
    for (JsonNode one : node.isArray() ? node.valueStream().toList() : List.of(node)) {
      if (one.isString()) {
        all.add(new Dependency(one.asString(), Condition.SUCCESS));
      } else if (one.isObject() && one.path("member").isString()) {
        condition(one.path("on").asString("success"), own)
            .ifPresent(on -> all.add(new Dependency(one.get("member").asString(), on)));
      } else if (one.isObject() && !one.isEmpty()) {
        one.forEachEntry((member, on) ->
            condition(on.asString(""), own)
                .ifPresent(condition -> all.add(new Dependency(member, condition))));
      } else {
        own.wrong(
            "after",
            "it cannot be read",
            "give the name of a member, or {NAME: success}, {NAME: failure} or {NAME: always}, or a"
                + " list of these");
      }
    }
    if (all.stream().map(Dependency::member).distinct().count() < all.size()) {
      own.wrong("after", "it names a member twice", "name each once");
    }
    return all;
  }

  private static Optional<Condition> condition(String word, JsonFields own) {
    Optional<Condition> condition = Condition.of(word);
    if (condition.isEmpty()) {
      own.wrong(
          "after",
          "there is no outcome " + JsonFields.shown(word),
          Suggestions.mend(word, List.of("success", "failure", "always")));
    }
    return condition;
  }

  /// Refuses members that wait for an unknown member, for themselves, or in a circle.
  private void checkOrder() {
    int before = problems.size();
    members.replaceAll(this::waitingForParts);
    Map<String, Member> byName = new LinkedHashMap<>();
    members.forEach(member -> byName.put(member.name(), member));
    for (int i = 0; i < members.size(); i++) {
      Member member = members.get(i);
      for (Dependency one : member.after()) {
        if (!names.contains(one.member())) {
          wrongOrder(
              i,
              "there is no member " + JsonFields.shown(one.member()),
              Suggestions.mend(one.member(), names, "name one of the group's"));
        } else if (one.member().equals(member.name())) {
          wrongOrder(i, "it waits for itself", "name another one");
        }
      }
    }
    if (problems.size() == before) {
      refuseCircle(byName);
    }
  }

  private void wrongOrder(int member, String what, String mend) {
    String place = places.get(member).replaceFirst("/[a-z]+$", "");
    problems.add(Problem.wrong(place + "/after", what, mend));
  }

  private void refuseCircle(Map<String, Member> byName) {
    Set<String> clear = new HashSet<>();
    for (Member start : members) {
      Optional<List<String>> circle = circle(start, byName, clear, new ArrayList<>());
      if (circle.isPresent()) {
        List<String> path = circle.get();
        int at = members.indexOf(byName.get(path.getFirst()));
        wrongOrder(
            at,
            "it waits for itself in a circle: " + String.join(" after ", path),
            "leave one of them out");
        return;
      }
    }
  }

  /// @param clear members that are known not to be on a circle
  /// @param path the members on the way to this one
  private static Optional<List<String>> circle(
      Member member, Map<String, Member> byName, Set<String> clear, List<String> path) {
    int before = path.indexOf(member.name());
    if (before >= 0) {
      List<String> circle = new ArrayList<>(path.subList(before, path.size()));
      circle.add(member.name());
      return Optional.of(circle);
    }
    if (clear.contains(member.name())) {
      return Optional.empty();
    }
    path.add(member.name());
    for (Dependency one : member.after()) {
      if (byName.get(one.member()) instanceof Member next) {
        Optional<List<String>> circle = circle(next, byName, clear, path);
        if (circle.isPresent()) {
          return circle;
        }
      }
    }
    path.removeLast();
    clear.add(member.name());
    return Optional.empty();
  }
}
