package dev.broadside.core.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.campaign.GroupPlan.Condition;
import dev.broadside.core.campaign.GroupPlan.Dependency;
import dev.broadside.core.input.JobYaml;
import dev.broadside.core.param.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/// Groups as users write them.
final class GroupDocumentTest {
  private static final String NIGHTLY =
      """
      group: Nightly run
      defaults:
        target: staging
        agents: 2
        rate: 100
        duration: 5m
        notify: "ops:failed"
        parameters: {scale: 10, warehouses: 4}
      members:
        - name: load
          job: {jobClass: tpcc, duration: 1m, agents: {names: [a, b, c]}}
        - name: knee
          after: load
          study: {jobClass: tpcc, knee: 100..2000, parameters: {scale: 20}}
        - name: elsewhere
          after: [load, {knee: always}]
          job: {jobClass: pgbench, parameters: {url: "jdbc:h2:mem:x"}, phases: []}
        - name: alarm
          after: [{member: load, on: failure}, {member: knee, on: failure}]
          job: {jobClass: noop, name: Alarm}
      """;

  private static GroupDocument read(String yaml) {
    return new GroupDocument(JobYaml.read(yaml, new ArrayList<>()).orElseThrow().root());
  }

  @Test
  void membersWaitForOthersInThreeNotations() {
    GroupPlan plan = read(NIGHTLY).plan().orElseThrow();

    assertEquals("Nightly run", plan.name());
    assertEquals(
        List.of(
            List.of(),
            List.of(new Dependency("load", Condition.SUCCESS)),
            List.of(
                new Dependency("load", Condition.SUCCESS),
                new Dependency("knee", Condition.ALWAYS)),
            List.of(
                new Dependency("load", Condition.FAILURE),
                new Dependency("knee", Condition.FAILURE))),
        plan.members().stream().map(GroupPlan.Member::after).toList());
  }

  @Test
  void aJobWithTargetsIsAMemberForEachWithItsPartOfTheLoad() {
    GroupDocument group =
        read(
            """
            group: Shards
            defaults: {duration: 5m, rate: 100, target: staging}
            members:
              - name: all
                targets: {a: 3, b: 1, c: 1}
                job: {jobClass: tpcc, threads: 8}
              - name: then
                after: {all: always}
                job: {jobClass: noop}
            """);

    assertEquals(List.of(), group.problems());
    List<ObjectNode> jobs = IntStream.range(0, 3).mapToObj(i -> group.job(i, _ -> true)).toList();
    assertEquals(
        List.of("a 4 60", "b 2 20", "c 2 20"),
        jobs.stream()
            .map(job ->
                "%s %d %s"
                    .formatted(
                        job.path("target").asString(),
                        job.path("threads").asInt(),
                        job.path("rate").decimalValue().toPlainString()))
            .toList());
    GroupPlan plan = group.plan().orElseThrow();
    assertEquals(
        List.of("all-a", "all-b", "all-c", "then"),
        plan.members().stream().map(GroupPlan.Member::name).toList());
    assertEquals(
        List.of("all-a", "all-b", "all-c"),
        plan.members().getLast().after().stream().map(Dependency::member).toList());
    assertEquals(Condition.ALWAYS, plan.members().getLast().after().getFirst().on());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {a: 0}       | {threads: 8}             | /members/0/targets: it cannot be read
          [a, a]       | {threads: 8}             | /members/0/targets: it cannot be read
          [a, b]       | {threads: [1, 2]}        | /members/0/job/threads: it cannot be divided among targets
          [a, b]       | {threads: 1}             | /members/0/job/threads: of 1, target a would get none
          [a, b]       | {rate: {ramp: [0, 9]}, threads: 8} | /members/0/job/rate: it cannot be divided among targets
          [a, b]       | {target: c, threads: 8}  | /members/0/targets: only a job without a target of its own has several
          ["x y"]      | {threads: 8}             | /members/0/targets: a member would be called m-x y, which is no name or taken
          """)
  void aLoadThatCannotBeDividedIsRefused(String targets, String job, String problem) {
    GroupDocument group =
        read("group: g\nmembers:\n  - {name: m, targets: %s, job: %s}\n".formatted(targets, job));
    for (int i = 0; i < group.members().size(); i++) {
      group.job(i, _ -> true);
    }
    assertTrue(
        group.problems().stream().anyMatch(one -> one.sentence().startsWith(problem)),
        () -> group.problems().toString());
  }

  @Test
  void whatIsSharedComesBesideWhatAMemberSaysItself() {
    GroupDocument group = read(NIGHTLY);

    ObjectNode load = group.job(0, Set.of("scale", "warehouses")::contains);
    assertEquals("1m", load.path("duration").asString());
    assertEquals("staging", load.path("target").asString());
    assertEquals(2, load.at("/agents/count").asInt());
    assertEquals(3, load.at("/agents/names").size());
    assertEquals("ops:failed", load.path("notify").asString());
    assertEquals("Nightly run: load", load.path("name").asString());
    assertEquals("Nightly-run.load", load.path("definition").asString());

    ObjectNode knee = group.job(1, "scale"::equals);
    assertFalse(knee.has("rate"), "the search sets it");
    assertEquals("ops:failed", knee.path("notify").asString(), "a study tells, too");
    assertEquals("{\"scale\":20}", knee.path("parameters").toString());
    assertFalse(knee.has("definition"), "its steps differ");

    ObjectNode elsewhere = group.job(2, "url"::equals);
    assertFalse(elsewhere.has("target"));
    assertFalse(elsewhere.has("duration"), "its phases say that");
    assertEquals("Alarm", group.job(3, _ -> false).path("name").asString());
  }

  @Test
  void aSharedParameterThatNobodyHasIsMisspelt() {
    GroupDocument group = read(NIGHTLY);
    group.checkShared(Set.of("scale"));

    assertEquals(
        List.of("/defaults/parameters/warehouses"),
        group.problems().stream().map(Problem::where).toList());
  }

  @Test
  void problemsAreToldOfWhereItWasSaid() {
    GroupDocument group = read(NIGHTLY);
    Problem scale = Problem.wrong("/parameters/scale", "it is odd", "mend it");

    Problem missing = Problem.wrong("/parameters/url", "it is missing", "give it");

    group.wrong(0, scale);
    group.wrong(1, scale);
    group.wrong(3, missing);
    group.wrong(3, missing);

    assertEquals(
        List.of(
            "/defaults/parameters/scale",
            "/members/1/study/parameters/scale",
            "/members/3/job/parameters/url"),
        group.problems().stream().map(Problem::where).toList());
  }

  /// A name that was mistyped hid a circle, and either hid what was wrong with the members' jobs.
  @Test
  void everythingThatIsWrongIsToldAtOnce() {
    GroupDocument group =
        read(
            """
            groop: g
            members:
              - {name: a b, job: {jobClass: noop}}
              - {name: c, after: [d, lost], job: {jobClass: noop}}
              - {name: d, after: e, job: {jobClass: noop}}
              - {name: e}
            """);

    assertEquals(
        List.of(
            "/groop: there is no such field",
            "/group: it is missing",
            "/members/0/name: it cannot be a member's name",
            "/members/3/job: it is missing",
            "/members/1/after: there is no member lost"),
        group.problems().stream().map(one -> one.where() + ": " + one.what()).toList());
    assertEquals(
        List.of("a b", "c", "d"), group.members().stream().map(GroupPlan.Member::name).toList());
  }

  @Test
  void theExampleIsTheOneOfTheDocumentsAndCanBeRead() throws IOException {
    String example = Files.readString(Path.of("../examples/groups/nightly.yaml"));

    assertTrue(Files.readString(Path.of("../docs/nights.md")).contains("```yaml\n" + example));
    assertEquals(List.of(), read(example).problems());
    assertEquals(
        List.of("load", "steady", "knee", "suspects"),
        read(example).plan().orElseThrow().members().stream().map(GroupPlan.Member::name).toList());
  }

  private static final String A = "{name: a, job: {jobClass: noop}}";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          members: [A] | /group | it is missing
          {group: g, id: no.dots, members: [A]} | /id | it cannot be an id
          {group: g} | /members | it is missing
          {group: g, members: []} | /members | it is not a list with members
          {group: g, members: {a: A}} | /members | it is not a list with members
          {group: g, members: [a]} | /members/0 | it is not a member
          {group: g, memers: [], members: [A]} | /memers | there is no such field
          {group: g, defaults: 5, members: [A]} | /defaults | it is not an object
          {group: g, defaults: {repeat: '@daily'}, members: [A]} | /defaults/repeat | there is no such field
          {group: g, defaults: {parameters: 7}, members: [A]} | /defaults/parameters | it is not an object
          {group: g, members: [A, A]} | /members/1/name | another member is called a
          {group: g, members: [{name: a b, job: {}}]} | /members/0/name | it cannot be a member's name
          {group: g, members: [{job: {}}]} | /members/0/name | it is missing
          {group: g, members: [{name: a}]} | /members/0/job | it is missing
          {group: g, members: [{name: a, job: {}, study: {}}]} | /members/0/study | it is both a job and a study
          {group: g, members: [{name: a, job: {id: x}}]} | /members/0/job/id | the group decides this for its members
          {group: g, members: [{name: a, job: {copies: 2}}]} | /members/0/job/copies | the group decides this for its members
          {group: g, members: [{name: a, after: 5, job: {}}]} | /members/0/after | it cannot be read
          {group: g, members: [{name: a, after: {}, job: {}}]} | /members/0/after | it cannot be read
          {group: g, members: [A, {name: b, after: {a: broke}, job: {}}]} | /members/1/after | there is no outcome broke
          {group: g, members: [A, {name: b, after: [a, {a: failure}], job: {}}]} | /members/1/after | it names a member twice
          {group: g, members: [{name: a, after: a, job: {}}]} | /members/0/after | it waits for itself
          {group: g, members: [{name: a, after: z, job: {}}]} | /members/0/after | there is no member z
          {group: g, members: [A, {name: b, after: d, job: {}}, {name: c, after: b, job: {}}, {name: d, after: [a, c], job: {}}]} | /members/1/after | it waits for itself in a circle: b after d after c after b
          """)
  void wrongFilesAreRefusedWithOneSentenceAtTheField(String yaml, String where, String what) {
    List<Problem> problems = read(yaml.replace("A", A)).problems();

    assertEquals(
        List.of(where + ": " + what),
        problems.stream().map(one -> one.where() + ": " + one.what()).toList());
    assertTrue(read(yaml.replace("A", A)).plan().isEmpty());
  }

  @Test
  void moreMembersThanAnyoneReadsAreRefusedAndAsManyAsThatAreNot() {
    assertEquals(List.of(), read(many(200)).problems());
    assertEquals(
        "a group has at most 200 members, not 201", read(many(201)).problems().getFirst().what());
  }

  private static String many(int members) {
    return IntStream.range(0, members)
        .mapToObj(i -> "  - {name: m" + i + (i > 0 ? ", after: m" + (i - 1) : "") + ", job: {}}\n")
        .collect(Collectors.joining("", "group: many\nmembers:\n", ""));
  }
}
