package dev.broadside.cli.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.cli.CommandRig;
import dev.broadside.cli.CommandRig.Result;
import dev.broadside.cli.SampleRuns;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.study.StudyComparison;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.time.ManualTime;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class JobCommandsTest {
  private static final String JOBS = "/api/v1/jobs";

  private static final String CLASSES =
      """
      {"jobClasses":[{"id":"probe","title":"Probe","summary":"","operations":[],"figures":[],"pack":{"name":"p"},"parameters":[
        {"name":"scale","kind":"whole","help":"Size","preset":"1","minimum":"1","maximum":"9","pattern":"",
         "shape":"","choices":[]},
        {"name":"password","kind":"secret","help":"","preset":"","minimum":"","maximum":"","pattern":"",
         "shape":"","choices":[]}]}]}
      """;

  private final ScriptedServer server;
  private final CommandRig rig;

  JobCommandsTest(@TempDir Path home) throws IOException {
    server = new ScriptedServer(home);
    rig = new CommandRig(home);
  }

  @BeforeEach
  void nameTheServer() {
    server.namedIn(rig).with("BROADSIDE_TOKEN", "t0ken").with("PW", "s3cret");
  }

  @AfterEach
  void stopTheServer() {
    server.close();
  }

  @Test
  void jobsAreListedInATableAndAsJson() {
    server.answers(
        JOBS, 200, "{\"jobs\":[{\"id\":\"j1\",\"jobClass\":\"noop\",\"state\":\"running\"}]}");
    Result table = rig.run("job", "list");
    assertEquals(0, table.status(), table.err());
    assertTrue(table.out().contains("j1"), table.out());
    JsonNode json = Json.mapper().readTree(rig.run("job", "list", "--json").out());
    assertEquals("running", json.path("jobs").path(0).path("state").asString());
    assertEquals("Bearer t0ken", server.requests(JOBS).getFirst().header("Authorization"));
  }

  @ParameterizedTest
  @CsvSource({"2020-01-01T00:00:00Z, has expired", "2090-01-01T00:00:00Z, is not valid yet"})
  void aCertificateThatIsNotValidNowSaysThatAClockIsWrong(
      Instant made, String state, @TempDir Path folder) throws IOException {
    try (ScriptedServer other = new ScriptedServer(folder, new ManualTime(made))) {
      Result result = other.namedIn(rig).run("job", "list");
      assertTrue(
          result.err().contains("its certificate " + state + " by this host's clock"),
          result.err());
      assertTrue(result.err().contains("set the clock that is wrong"), result.err());
      assertFalse(result.err().contains("--ca"), result.err());
    }
  }

  @Test
  void statusTellsBytesAndTimesInUnitsThatFit() {
    server.answers(
        "/api/v1/server",
        200,
        """
        {"version":"1","disk":{"storeBytes":344064,"freeBytes":5368709120,"daysLeft":0.31,"sentence":""},
         "kept":[{"folder":"","jobs":3,"days":90.0,"daysLeft":0.001},
                 {"folder":"drafts","jobs":1,"mostBytes":20971520,"bytes":12000}],
         "push":[{"name":"prom","sent":120,"waiting":0,"dropped":0,"refused":0,"trouble":""},
                 {"name":"otel","sent":7,"waiting":3,"dropped":2,"refused":1,
                  "trouble":"it answers with status 503; it is tried again"}]}
        """);
    assertEquals(
        """
        version    1
        results    336 KiB
        free       5 GiB
        lasts      7 h 26 min at the rate of the last day
        keeps      every job for 90 d; 3 have ended, the next goes in 1 min 26 s
        keeps      folder drafts while they take at most 20 MiB; 1 has ended, with 11.7 KiB
        pushes     to prom: 120 sent
        pushes     to otel: 7 sent, 3 waiting, 2 dropped, 1 refused; it answers with status 503; it is tried again
        """,
        rig.run("server", "status").out());
  }

  @Test
  void aClockThatIsFarOffIsWarnedOfBelowTheAgents() {
    server.answers(
        "/api/v1/agents",
        200,
        "{\"agents\":[{\"name\":\"a1\",\"state\":\"connected\",\"clockWarning\":\"its clock is 3 h behind\"}]}");
    String out = rig.run("agents", "list").out();
    assertTrue(out.endsWith("a1: its clock is 3 h behind\n"), out);
  }

  @Test
  void aServerThatIsBusyIsAskedAgain() {
    server.isBusy(JOBS).isBusy(JOBS).answers(JOBS, 200, "{\"jobs\":[]}");
    Result table = rig.run("job", "list");
    assertEquals(0, table.status(), table.err());
    assertEquals(3, server.requests(JOBS).size());
  }

  @Test
  void listsSayWhatAFinishedRunIsWorth() {
    server.answers(
        JOBS,
        200,
        """
        {"jobs":[{"id":"j1","jobClass":"probe","state":"completed","headline":
        {"throughput":5,"audit":"INCOMPLETE","generator":"OK","delivered":0.6139,"amendments":2,"thresholds":"BROKEN"}}]}
        """);

    String out = rig.run("job", "list").out();

    assertTrue(out.contains("completed, thresholds BROKEN, 61.3 % delivered"), out);
    assertTrue(out.contains("INCOMPLETE, amended 2x"), out);
  }

  @Test
  void stepsOfStudiesAreLeftOutUnlessSomethingIsAskedFor() {
    server.answers(JOBS, 200, "{\"jobs\":[]}");

    String out = rig.run("job", "list").out();
    rig.run("job", "list", "*");
    rig.run("job", "list", "--state", "running");

    assertTrue(out.contains("steps of studies are left out: broadside job list '*'"), out);
    List<String> asked = server.requests(JOBS).stream().map(ScriptedServer.Request::query).toList();
    assertTrue(asked.getFirst().endsWith("query=study:none"), asked::toString);
    assertTrue(asked.get(1).endsWith("query=*"), asked::toString);
    assertFalse(asked.getLast().contains("query="), asked::toString);
  }

  @Test
  void aQueryIsAskedOfTheServerAndTellsHowItGoesOn() {
    server.answers(JOBS, 200, "{\"jobs\":[],\"next\":\"j9\"}");

    Result result =
        rig.run("job", "list", "soak", "p99 > 20ms", "OR", "x", "--tag", "a", "--folder", "n/m");

    assertTrue(result.out().contains("there are more: add --after j9"), result.out());
    assertTrue(
        server
            .requests(JOBS)
            .getFirst()
            .query()
            .contains("(soak p99 > 20ms OR x) folder:\"n/m\" tag:\"a\""),
        server.requests(JOBS).getFirst().query());
  }

  @Test
  void aQueryThatFindsNothingSaysSoAndWhatToTry() {
    server.answers(JOBS, 200, "{\"jobs\":[]}");
    server.answers("/api/v1/studies", 200, "{\"studies\":[]}");
    String tried = "terms beside each other must all hold: try fewer of them, or OR between them; ";

    assertEquals(
        "no jobs were found by: tag:besst soak\n" + tried + "'*' finds all jobs\n",
        rig.run("job", "list", "tag:besst", "soak").out());
    assertEquals(
        "no studies were found by: state:deleted\n'*' finds all studies\n",
        rig.run("study", "list", "--deleted").out());
    assertEquals("no jobs were found\n", rig.run("job", "list", "--state", "lost").out());
  }

  @Test
  void anOrderToManyTellsOfEachAndAQueryWantsAYes() {
    String orders = JOBS + "/orders";
    server.answers(
        orders,
        200,
        """
        {"items":[{"id":"j1","name":"One","state":"cancelled","done":true},
        {"id":"j2","name":"","state":"","done":false,"problem":"There is no job j2."}]}
        """);

    Result two = rig.run("job", "cancel", "j1", "j2");
    assertEquals(1, two.status(), two.err());
    assertEquals("j1  cancelled  One\nj2  There is no job j2.\n1 of 2 done\n", two.out());

    Result asked = rig.run("job", "delete", "--query", "tag:old");
    assertEquals(2, asked.status(), asked.out());
    assertTrue(asked.err().contains("means 2 jobs, and nobody said yes"), asked.err());
    assertEquals(0, rig.run("job", "delete", "--query", "tag:old", "--dry-run").status());
    assertEquals(1, rig.run("job", "rerun", "--query", "tag:old", "--yes").status());
    assertEquals(2, rig.run("job", "rerun", "--query", "tag:old", "--threads", "2").status());
    assertEquals(2, rig.run("job", "cancel").status());
    List<String> bodies =
        server.requests(orders).stream().map(ScriptedServer.Request::body).toList();
    assertEquals(4, bodies.size(), "" + bodies);
    assertEquals(
        Json.mapper().readTree("{\"order\":\"cancel\",\"ids\":[\"j1\",\"j2\"],\"dryRun\":false}"),
        Json.mapper().readTree(bodies.getFirst()));
    assertEquals(
        Json.mapper().readTree("{\"order\":\"rerun\",\"query\":\"tag:old\",\"dryRun\":false}"),
        Json.mapper().readTree(bodies.getLast()));
  }

  @Test
  void anOrderGoesToThoseThatWereShownAndNotToThoseThatTheQueryMeansLater() {
    String orders = JOBS + "/orders";
    String item = "{\"id\":\"%s\",\"name\":\"One\",\"state\":\"%s\",\"done\":%b}";
    server
        .answers(orders, 200, "{\"items\":[" + item.formatted("j1", "pending", false) + "]}")
        .answers(orders, 200, "{\"items\":[" + item.formatted("j1", "cancelled", true) + "]}");

    Result result = rig.answering(" Yes").run("job", "cancel", "--query", "tag:old");

    assertEquals(0, result.status(), result.err());
    assertEquals("j1  pending  One\n", result.err());
    assertEquals(List.of("cancel 1 job (yes or no)"), rig.questions());
    assertEquals("j1  cancelled  One\n1 of 1 done\n", result.out());
    List<ScriptedServer.Request> sent = server.requests(orders);
    assertEquals(2, sent.size());
    assertEquals(
        Json.mapper().readTree("{\"order\":\"cancel\",\"ids\":[\"j1\"],\"dryRun\":false}"),
        Json.mapper().readTree(sent.getLast().body()));
    assertEquals(2, rig.answering("no").run("job", "cancel", "--query", "tag:old").status());
  }

  @Test
  void whatIsWrongWithTagsIsToldOfTheOptions() {
    assertEquals(
        "broadside: job tag: nothing is to be changed; give --add, --remove or --folder.\n",
        rig.run("job", "tag", "j1", "best").err());
    server.answers(
        JOBS + "/j1/filing",
        422,
        """
        {"title":"The input is wrong","status":422,"detail":"","problems":[
          {"where":"/add","kind":"wrong-input","what":"it is no tag","mend":"give letters"}]}
        """);
    assertEquals(
        "broadside: --add: it is no tag; give letters.\n",
        rig.run("job", "tag", "j1", "--add", "a b").err());
  }

  @Test
  void aQueryThatMeansNobodyAsksNobody() {
    server.answers(JOBS + "/orders", 200, "{\"items\":[]}");

    Result result = rig.answering("yes").run("job", "cancel", "--query", "tag:none");

    assertEquals("the query finds no jobs: nothing was done\n", result.out(), result.err());
    assertEquals(List.of(), rig.questions());
    assertEquals(1, server.requests(JOBS + "/orders").size());
  }

  @Test
  void aRefusedOrderNamesItsOption() {
    server.answers(
        "/api/v1/groups/orders",
        422,
        """
        {"title":"The input is wrong","problems":[
          {"where":"/query","kind":"wrong-input","what":"it is empty","mend":"give one"}]}
        """);
    Result empty = rig.run("group", "stop", "--query", "");
    assertEquals(2, empty.status(), empty.out());
    assertTrue(empty.err().contains("--query: it is empty; give one"), empty.err());
  }

  @ParameterizedTest
  @CsvSource({"group,groups,stop", "group,groups,delete", "study,studies,pause"})
  void groupsAndStudiesTakeTheSameOrders(String command, String many, String order) {
    String orders = "/api/v1/" + many + "/orders";
    server.answers(
        orders, 200, "{\"items\":[{\"id\":\"one\",\"state\":\"running\",\"done\":true}]}");

    assertEquals("one  running\n1 of 1 done\n", rig.run(command, order, "one", "one").out());
    Result asked = rig.run(command, order, "--query", "since:1d");
    assertEquals(2, asked.status(), asked.out());
    assertTrue(asked.err().contains("means 1 " + command + ", and nobody said yes"), asked.err());
    Result dry = rig.run(command, order, "--query", "since:1d", "--dry-run");
    assertTrue(dry.out().endsWith("1 " + command + " is meant\n"), dry.out());
    assertEquals(0, rig.run(command, order, "--query", "since:1d", "--yes").status());
    String sent = server.requests(orders).getLast().body();
    assertTrue(sent.contains("\"query\":\"since:1d\"") && sent.contains(order), sent);
  }

  @Test
  void tagsAndFolderOfAJobAreChanged() {
    server.answers(
        JOBS + "/j1/filing", 200, "{\"id\":\"j1\",\"folder\":\"kept\",\"tags\":[\"a\",\"b\"]}");

    Result result = rig.run("job", "tag", "j1", "--add", "a,b", "--folder", "kept");

    assertEquals("j1  kept #a #b\n", result.out(), result.err());
    assertEquals(
        Json.mapper().readTree("{\"add\":[\"a\",\"b\"],\"remove\":[],\"folder\":\"kept\"}"),
        Json.mapper().readTree(server.requests(JOBS + "/j1/filing").getFirst().body()));
  }

  @Test
  void commentsAndFilesGoToTheJobAndAreShown(@TempDir Path folder) throws IOException {
    String job = JOBS + "/j1";
    server
        .answers(
            job + "/comments",
            200,
            """
            {"comments":[{"number":1,"author":"ann","at":"2026-01-31T18:00:00Z",
            "text":"cold\\n\\u001b[2J"}]}
            """)
        .answers(job + "/comments/7", 200, "{}")
        .answers(
            job + "/attachments",
            201,
            """
            {"name":"a_plan.txt","size":1234,"author":"ann","at":"2026-01-31T18:00:00Z",
            "sha256":"ab"}
            """);
    Path plan = Files.writeString(folder.resolve("a plan.txt"), "seq scan");

    assertEquals(0, rig.run("job", "comment", "j1", "cold").status());
    Result comments = rig.run("job", "comments", "j1", "--delete", "7");
    assertEquals(
        "1  2026-01-31T18:00:00Z  ann\n   cold\n   ?[2J\n", comments.out(), comments.err());
    Result attached = rig.run("job", "attach", "j1", plan.toString());
    assertEquals(
        "a_plan.txt  1,234 bytes  2026-01-31T18:00:00Z  ann  sha256:ab\n",
        attached.out(),
        attached.err());
    assertEquals("name=a plan.txt", server.requests(job + "/attachments").getFirst().query());
    assertEquals(2, rig.run("job", "attach", "j1", folder.toString()).status());
    assertEquals(1, server.requests(job + "/attachments").size());
  }

  @Test
  void anAgentIsRevoked() {
    server.answers("/api/v1/agents/a2/revoke", 200, "{\"agent\":\"a2\"}");

    Result result = rig.run("agents", "revoke", "a2");

    assertEquals(0, result.status(), result.err());
    assertEquals("a2 is revoked; to let it join anew: broadside agents invite\n", result.out());
  }

  @Test
  void anAgentIsRenamedAndWhyItIsNotIsTold() {
    server
        .answers("/api/v1/agents/a2/rename", 200, "{\"agent\":\"b2\",\"formerly\":\"a2\"}")
        .answers(
            "/api/v1/agents/a3/rename",
            409,
            "{\"title\":\"Conflict\",\"detail\":\"Agent a3 is not connected; it keeps its name.\"}");

    Result result = rig.run("agents", "rename", "a2", "b2");
    Result refused = rig.run("agents", "rename", "a3", "b2");

    assertEquals(0, result.status(), result.err());
    assertEquals("a2 is renamed b2; results from before keep the old name\n", result.out());
    assertEquals(
        "{\"name\":\"b2\"}", server.requests("/api/v1/agents/a2/rename").getFirst().body());
    assertEquals(2, refused.status());
    assertTrue(refused.err().contains("Agent a3 is not connected"), refused.err());
  }

  @Test
  void aJobIsSubmittedWithItsParametersAndItsLoad() {
    server.answers("/api/v1/job-classes", 200, CLASSES).answers(JOBS, 201, "{\"id\":\"j1\"}");
    Result result =
        rig.run(
            "job",
            "submit",
            "probe",
            "--scale",
            "3",
            "--password-env",
            "PW",
            "--threads",
            "4",
            "--duration",
            "1m30s",
            "--agents",
            "2");
    assertEquals(0, result.status(), result.err());
    assertEquals("j1\n", result.out());
    JsonNode body = Json.mapper().readTree(server.requests(JOBS).getFirst().body());
    assertEquals("probe", body.path("jobClass").asString());
    assertEquals("3", body.path("parameters").path("scale").asString());
    assertEquals("s3cret", body.path("parameters").path("password").asString());
    assertEquals(4, body.path("threads").asInt());
    assertEquals(2, body.path("agents").path("count").asInt());
    assertEquals("1m30s", body.path("duration").asString());
  }

  @Test
  void aCloneIsWhatWasAskedWithItsSecretsByReference() {
    server
        .answers("/api/v1/job-classes", 200, CLASSES)
        .answers(
            JOBS + "/j1/submission",
            200,
            "{\"name\":\"soak\",\"jobClass\":\"probe\",\"secretsOf\":\"j1\"}")
        .answers(JOBS, 201, "{\"id\":\"j2\"}");
    Result result = rig.run("job", "clone", "j1", "--name", "soak again", "--id", "j2");
    assertEquals("j2\n  name: soak -> soak again\n", result.out(), result.err());
    JsonNode body = Json.mapper().readTree(server.requests(JOBS).getFirst().body());
    assertEquals(
        Json.mapper()
            .readTree(
                """
                {"name":"soak again","jobClass":"probe","secretsOf":"j1","id":"j2"}
                """),
        body);
  }

  @Test
  void theHelpAndTheListTellOfAClassOfTheServersPacks() {
    server.answers("/api/v1/job-classes", 200, CLASSES);
    for (String[] line :
        List.of(
            new String[] {"jobs", "probe"},
            new String[] {"job", "submit", "probe", "--help"},
            new String[] {"study", "submit", "probe", "--help"})) {
      Result shown = rig.run(line);
      assertEquals(0, shown.status(), shown.err());
      assertTrue(shown.out().contains("--scale"), String.join(" ", line) + "\n" + shown.out());
      assertTrue(shown.out().contains("--password-env"), shown.out());
    }
    assertTrue(rig.run("jobs").out().contains("Probe"));
    JsonNode json = Json.mapper().readTree(rig.run("jobs", "probe", "--json").out());
    assertEquals("p", json.path("pack").path("name").asString(), "which pack it is from");
    Result unknown = rig.run("jobs", "probes");
    assertEquals(2, unknown.status());
    assertTrue(unknown.err().contains("did you mean probe?"), unknown.err());
  }

  @Test
  void aFilterThatTheServerRefusesIsWrongUse() {
    server.answers(
        JOBS,
        422,
        """
        {"title":"The input is wrong","status":422,"detail":"","problems":[
          {"where":"state","kind":"wrong-input","what":"\\"wrong\\" is not among the choices",
           "mend":"give one of pending, running","sentence":""}]}
        """);
    Result refused = rig.run("job", "list", "--state", "wrong");
    assertEquals(2, refused.status());
    assertTrue(refused.err().contains("give one of pending, running"), refused.err());
  }

  @Test
  void aStudyIsSubmittedWithItsListOfThreadsAndItsResultsAreATable() throws IOException {
    String studies = "/api/v1/studies";
    server.answers("/api/v1/job-classes", 200, CLASSES).answers(studies, 201, "{\"id\":\"s1\"}");
    Result submitted = rig.run("study", "submit", "probe", "--threads", "1,2,4", "--agents", "2");
    assertEquals("s1\n", submitted.out(), submitted.err());
    JsonNode body = Json.mapper().readTree(server.requests(studies).getFirst().body());
    assertEquals(3, body.path("threads").size());
    assertEquals(4, body.path("threads").path(2).asInt());

    StudyDocument study = SampleRuns.study("s1", SampleRuns.step(1, 10), SampleRuns.step(2, 19));
    server.answers(studies + "/s1/results", 200, Json.mapper().writeValueAsString(study));
    Result results = rig.run("study", "results", "s1");
    assertEquals(0, results.status(), results.err());
    assertTrue(results.out().contains("peak 19.00 transactions/s at 2 threads"), results.out());
    Result csv = rig.run("study", "results", "s1", "--csv", "-");
    assertTrue(csv.out().startsWith("study_id,threads,"), csv.out());
    assertTrue(csv.err().contains("peak 19.00 transactions/s"), csv.err());
  }

  @Test
  void aStudyIsFollowedStepByStepToItsEndAndItsTable() {
    String view =
        """
        {"id":"s1","jobClass":"probe","state":"%s","reason":"",
         "steps":[{"threads":1,"jobId":"s1-t1","state":"%s","reason":"","point":{"at":{"threads":"1"},"repeat":1}},
                  {"threads":2,"jobId":"","state":"planned","reason":"","point":{"at":{"threads":"2"},"repeat":1}}]}
        """;
    StudyDocument study = SampleRuns.study("s1", SampleRuns.step(1, 10));
    server
        .answers("/api/v1/job-classes", 200, CLASSES)
        .answers("/api/v1/studies", 201, "{\"id\":\"s1\"}")
        .answers("/api/v1/studies/s1", 200, view.formatted("running", "running"))
        .answers("/api/v1/studies/s1", 200, view.formatted("running", "running"))
        .answers("/api/v1/studies/s1", 200, view.formatted("completed", "completed"))
        .answers("/api/v1/studies/s1/results", 200, Json.mapper().writeValueAsString(study));

    Result watched = rig.run("study", "submit", "probe", "--threads", "1,2", "--watch");

    assertEquals(0, watched.status(), watched.err());
    assertEquals(
        List.of(
            "study s1  running", "1 thread  running", "study s1  completed", "1 thread  completed"),
        watched.errLines());
    assertTrue(watched.out().contains("peak 10.00 transactions/s at 1 thread"), watched.out());
    Result json = rig.run("study", "watch", "s1", "--json");
    assertEquals("s1", Json.mapper().readTree(json.out()).path("study").path("id").asString());
    assertTrue(json.err().contains("peak 10.00"), json.err());
  }

  @Test
  void aPasswordThatIsToBeGivenAgainIsToldByAnOptionThatThereIs() {
    server.answers(
        "/api/v1/targets/db",
        422,
        """
        {"title":"The input is wrong","status":422,"detail":"","problems":[
          {"where":"/password","kind":"wrong-input","what":"it is kept","mend":"give it again"}]}
        """);
    assertEquals(
        "broadside: --password-prompt: it is kept; give it again.\n",
        rig.run("target", "edit", "db", "--url", "jdbc:h2:mem:x").err());
  }

  /// It was 0.
  @Test
  void aStudyThatIsOverAndNotValidIsStatus4AndOneThatGoesOnIsNot() {
    ObjectNode tree = Json.mapper().valueToTree(SampleRuns.study("s1", SampleRuns.step(1, 10)));
    server
        .answers("/api/v1/studies/s1/results", 200, inState(tree, "cancelled"))
        .answers("/api/v1/studies/s2/results", 200, inState(tree, "running"));

    assertEquals(4, rig.run("study", "results", "s1").status());
    assertEquals(0, rig.run("study", "results", "s2").status());
  }

  private static String inState(ObjectNode study, String state) {
    ((ObjectNode) study.path("study")).put("state", state);
    return study.toString();
  }

  @Test
  void whatIsNotThereIsToldWithTheCommandThatListsItsLike() {
    server.answers(
        "/api/v1/targets/nix/test",
        404,
        "{\"title\":\"Not found\",\"status\":404,\"detail\":\"There is no target nix.\"}");

    Result result = rig.run("target", "test", "nix");

    assertEquals(2, result.status());
    assertEquals(
        "broadside: server "
            + server.url()
            + ": There is no target nix; 'broadside target list' shows what there is.\n",
        result.err());
  }

  @Test
  void aTokenThatTheServerDoesNotKnowIsToldFromNone() {
    server.answers(JOBS, 401, "{\"title\":\"Log in\",\"status\":401}");
    String mend =
        "; give the token of its data folder's file admin-token by --token-file or"
            + " BROADSIDE_TOKEN.\n";
    String at = "broadside: server " + server.url() + ": ";

    assertEquals(at + "it does not know this token" + mend, rig.run("job", "list").err());
    rig.with("BROADSIDE_TOKEN", "");
    assertEquals(at + "no token was given" + mend, rig.run("job", "list").err());
  }

  @Test
  void aLineBreakBehindATokenIsNotPartOfIt() {
    server.answers(JOBS, 200, "{\"jobs\":[]}");
    rig.with("BROADSIDE_TOKEN", "t0ken\n");
    assertEquals(0, rig.run("job", "list").status());
    assertEquals("Bearer t0ken", server.requests(JOBS).getFirst().header("Authorization"));
  }

  @Test
  void aJobClassThatTheServerLacksIsLookedForAndAddedAtThatServer() {
    server.answers("/api/v1/job-classes", 200, "{\"jobClasses\":[]}");
    String err = rig.run("job", "submit", "transfer").err();
    assertTrue(err.contains("'broadside jobs --server " + server.url() + " --ca sha256:"), err);
    assertTrue(err.contains("'broadside pack install FILE --server " + server.url()), err);
  }

  @Test
  void commandsThatDoWithoutAServerSaySoInTheirHelp() {
    for (String command : List.of("pack install", "pack list", "jobs", "replay")) {
      String help = rig.run((command + " --help").split(" ")).out().replaceAll("\\s+", " ");
      assertTrue(help.contains("'pack' and 'replay' ask a server only where one is named."), help);
    }
  }

  /// In a header it would be an error that shows it.
  @Test
  void aTokenThatIsNoneIsOneSentenceThatDoesNotShowIt(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("token"), "geheim-1\ngeheim-2\n");
    Result ofFile = rig.run("job", "list", "--token-file", file.toString());
    rig.with("BROADSIDE_TOKEN", "geheim-1\ngeheim-2");
    for (Result refused : List.of(ofFile, rig.run("job", "list"))) {
      assertEquals(2, refused.status());
      assertEquals(1, refused.errLines().size(), refused.err());
      assertFalse(refused.err().contains("geheim"), refused.err());
    }
    assertEquals(List.of(), server.requests(JOBS));
  }

  @Test
  void whatIsWrongWithAChangeOfTheLoadIsToldOfItsOption() {
    server.answers(
        JOBS + "/j1/control",
        422,
        """
        {"title":"The input is wrong","status":422,"detail":"","problems":[
          {"where":"/think","kind":"wrong-input","what":"at a rate nobody pauses","mend":"change the rate"},
          {"where":"/mix/payment","kind":"wrong-input","what":"unknown","mend":"use another"},
          {"where":"body","kind":"wrong-input","what":"it changes nothing","mend":"give a rate"}]}
        """);

    assertEquals(
        List.of(
            "broadside: --think: at a rate nobody pauses; change the rate.",
            "broadside: --mix payment: unknown; use another.",
            "broadside: job control: it changes nothing; give --rate, --threads, --think, --mix,"
                + " --pause or --resume."),
        rig.run("job", "control", "j1", "--think", "5ms").errLines());
  }

  @Test
  void aValueOfAMixMayHaveCommas() {
    server.answers(JOBS + "/j1/control", 200, "{\"text\":\"mix\",\"atMillis\":1}");
    Result result = rig.run("job", "control", "j1", "--mix", "mix=45,43,4,4,4,keying-time=true");
    assertEquals(0, result.status(), result.err());
    assertEquals(
        "{\"mix\":{\"mix\":\"45,43,4,4,4\",\"keying-time\":\"true\"}}",
        server.requests(JOBS + "/j1/control").getFirst().body());
  }

  @Test
  void aFileForThresholdsWantsToBeWaitedFor() {
    Result result = rig.run("job", "submit", "probe", "--junit", "t.xml");
    assertEquals(2, result.status());
    assertEquals(
        "broadside: --junit: there is no result before the job has ended; add --watch.\n",
        result.err());
  }

  @Test
  void jobsAreDisabledEnabledAndCancelled() {
    String view = "{\"id\":\"j1\",\"state\":\"%s\",\"reason\":\"%s\"}";
    server
        .answers(JOBS + "/j1/disable", 200, view.formatted("pending", "disabled by amy"))
        .answers(JOBS + "/j1/enable", 200, view.formatted("pending", "enabled by amy"))
        .answers(JOBS + "/j1/cancel", 202, view.formatted("stopping", ""));
    assertEquals("j1  pending: disabled by amy\n", rig.run("job", "disable", "j1").out());
    assertEquals("j1  pending: enabled by amy\n", rig.run("job", "enable", "j1").out());
    assertEquals("j1  stopping\n", rig.run("job", "cancel", "j1").out());
  }

  @Test
  void studiesAreListedShownPausedAndCancelled() {
    String view =
        """
        {"id":"s1","jobClass":"probe","state":"running","reason":"","submittedAt":"","name":"",
         "axis":"threads",
         "steps":[{"threads":1,"jobId":"s1-t1","state":"completed","reason":"",
                   "headline":{"throughput":10},
                   "point":{"at":{"threads":"1"},"repeat":1}},
                  {"threads":2,"jobId":"s1-t2","state":"running","reason":"",
                   "point":{"at":{"threads":"2"},"repeat":1}}]}
        """;
    server
        .answers("/api/v1/studies", 200, "{\"studies\":[" + view + "]}")
        .answers("/api/v1/studies/s1", 200, view)
        .answers("/api/v1/studies/s1/pause", 202, view.replaceFirst("running", "paused"))
        .answers("/api/v1/studies/s1/resume", 202, view)
        .answers("/api/v1/studies/s1/cancel", 202, view.replaceFirst("running", "stopping"));
    assertTrue(rig.run("study", "list").out().matches("(?s).*s1 +probe +running +1 of 2.*"));
    assertTrue(rig.run("study", "show", "s1").out().matches("(?s).*1 thread +s1-t1.*"));
    assertEquals("s1  paused\n", rig.run("study", "pause", "s1").out());
    assertEquals("s1  running\n", rig.run("study", "resume", "s1").out());
    assertEquals("s1  stopping\n", rig.run("study", "cancel", "s1").out());
  }

  @Test
  void aFileIsComparedWithWhatTheServerHas(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("a.json");
    ObjectNode study = Json.mapper().valueToTree(SampleRuns.study("l1", SampleRuns.step(1, 100)));
    ObjectNode step = (ObjectNode) study.path("steps").path(0);
    step.putArray("intervals");
    ((ObjectNode) step.path("job")).put("id", "l1-t1");
    Json.mapper().writeValue(file, study);
    String run = Json.mapper().writeValueAsString(SampleRuns.run("completed", Verdict.BALANCED));
    server.answers("/api/v1/jobs/j1/results", 200, run);
    Result result = rig.run("compare", file.toString(), "j1");
    assertEquals(0, result.status(), result.err());
    assertTrue(result.out().contains("+1133.3 %"), result.out());
    Result unknown = rig.run("compare", file.toString(), "j2");
    assertEquals(2, unknown.status());
    assertTrue(unknown.err().contains("no such study or job"), unknown.err());
    assertEquals(2, rig.run("compare", file.toString(), "gone.json").status());
  }

  @Test
  void aReportDrawsRunsOfFilesAndOfTheServerOverEachOther(@TempDir Path folder) throws IOException {
    RunDocument run = SampleRuns.run("completed", Verdict.BALANCED);
    Path file = folder.resolve("a.json");
    Path report = folder.resolve("report.html");
    Json.mapper().writeValue(file, run);
    server.answers("/api/v1/jobs/j1/results", 200, Json.mapper().writeValueAsString(run));
    Result result = rig.run("compare", "" + file, "j1", "--html", "" + report);
    assertEquals(0, result.status(), result.err());
    assertTrue(Files.readString(report).contains("<b>Throughput</b>"));
  }

  @Test
  void aReportOfWhatTheServerHasAloneIsMadeThere(@TempDir Path folder) throws IOException {
    StudyDocument one = StudyDocument.ofRun(SampleRuns.run("completed", Verdict.BALANCED));
    String comparison = Json.mapper().writeValueAsString(StudyComparison.of(one, one));
    server
        .answers("/api/v1/comparison", 200, comparison)
        .answers("/api/v1/comparison/report.html", 200, "text/html", "<html>as the server has it");
    Path report = folder.resolve("report.html");
    Result result = rig.run("compare", "j1", "j2", "j3", "--html", "" + report);
    assertEquals(0, result.status(), result.err());
    assertEquals("<html>as the server has it", Files.readString(report));
  }

  @Test
  void wrongInputIsRefusedBeforeItReachesTheServer() {
    server.answers("/api/v1/job-classes", 200, CLASSES);
    assertEquals(2, rig.run("job", "submit", "probe", "--scale", "10").status());
    assertEquals(2, rig.run("job", "submit", "probe", "--threads", "0").status());
    assertEquals(2, rig.run("job", "submit", "probe", "--threads", "1,2").status());
    assertEquals(2, rig.run("job", "submit", "probe", "--threads", "1,,2").status());
    assertEquals(2, rig.run("job", "submit", "probe", "--duration", "soon").status());
    Result unknown = rig.run("job", "submit", "prob");
    assertEquals(2, unknown.status());
    assertTrue(unknown.err().contains("did you mean probe?"), unknown.err());
    assertEquals(0, server.requests(JOBS).size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "job show ",
        "job watch ",
        "job note  text",
        "study results ",
        "group watch .",
        "target show ..",
        "agents drain ",
        "job comments j1 --delete "
      })
  void anIdThatIsEmptyOrDotsMeansNothingElse(String line) {
    Result result = rig.run(line.split(" ", -1));
    assertEquals(2, result.status(), line);
    assertEquals(
        "broadside: command line: an id or a name in it is empty or dots; say which one is meant.\n",
        result.err(),
        line);
  }

  @ParameterizedTest
  @ValueSource(strings = {"job import", "job attach j1", "pack install"})
  void aFolderInThePlaceOfAFileIsToldAsOne(String command, @TempDir Path folder) {
    Result result = rig.run((command + " " + folder).split(" "));
    assertEquals(2, result.status());
    assertEquals(
        "broadside: file " + folder + ": it is no file that can be read; name one that can.\n",
        result.err());
  }

  @Test
  void theServersProblemsAreToldOneByOneAndUnreachableIsStatus5() {
    server
        .answers("/api/v1/job-classes", 200, CLASSES)
        .answers(
            JOBS,
            422,
            """
            {"title":"The input is wrong","status":422,"detail":"x","problems":[
              {"where":"target","what":"nobody answers","mend":"start it","kind":"unreachable"}]}
            """);
    Result result = rig.run("job", "submit", "probe");
    assertEquals(5, result.status());
    assertEquals("broadside: target: nobody answers; start it.\n", result.err());
  }

  @Test
  void aServerThatWantsALoginSaysHow() {
    server.answers(JOBS, 401, "{\"title\":\"A login is needed\",\"status\":401}");
    Result result = rig.run("job", "list");
    assertEquals(2, result.status());
    assertTrue(result.err().contains("BROADSIDE_TOKEN"), result.err());
    assertFalse(result.err().contains("t0ken"), result.err());
  }

  @Test
  void somethingElseOnThePortIsToldApart() {
    server.answers(JOBS, 200, "text/html", "<html>not ours</html>");
    Result result = rig.run("job", "list");
    assertEquals(5, result.status());
    assertEquals(1, result.errLines().size(), result.err());
  }

  @Test
  void hostileTextsOfAServerCannotReachTheTerminal() {
    server.answers(
        JOBS, 200, "{\"jobs\":[{\"id\":\"j1\",\"name\":\"\\u001b]0;owned\\u0007\\nfake  line\"}]}");
    Result result = rig.run("job", "list");
    assertEquals(3, result.out().lines().count(), result.out());
    assertFalse(result.out().contains("\u001b"), result.out());
    server.answers("/api/v1/agent-tokens", 201, "{\"command\":\"\\u001b]0;owned\\u0007\"}");
    assertEquals("?]0;owned?\n", rig.run("agents", "invite").out());
  }

  @Test
  void manyAgentsAreInvitedAtOnceAndInvitationsEnded() {
    String tokens = "/api/v1/agent-tokens";
    server.answers(tokens, 201, "{\"command\":\"join\"}").answers(tokens, 200, "{\"tokens\":2}");
    assertEquals("join\n", rig.run("agents", "invite", "--agents", "20", "--valid", "7d").out());
    assertEquals("agents=20&valid=7d", server.requests(tokens).getLast().query());
    assertEquals("ended: 2 invitations\n", rig.run("agents", "invite", "--end").out());
    assertEquals("DELETE", server.requests(tokens).getLast().method());
  }

  @Test
  void aJobIsWatchedToItsEndOverABrokenStream() {
    String run = Json.mapper().writeValueAsString(SampleRuns.run("completed", Verdict.BALANCED));
    String first = Json.mapper().writeValueAsString(SampleRuns.interval(0));
    String second = Json.mapper().writeValueAsString(SampleRuns.interval(1));
    server
        .answers(
            JOBS + "/j1/live",
            200,
            "text/event-stream",
            "id: 1\nevent: state\ndata: {\"id\":\"j1\",\"state\":\"running\"}\n\n"
                + "id: 2\nevent: interval\ndata: "
                + first
                + "\n\n")
        .answers(
            JOBS + "/j1/live",
            200,
            "text/event-stream",
            "id: 3\nevent: interval\ndata: "
                + second
                + "\n\n"
                + "id: 4\nevent: end\ndata: {\"id\":\"j1\",\"state\":\"completed\"}\n\n")
        .answers(
            JOBS + "/j1",
            200,
            "{\"id\":\"j1\",\"state\":\"completed\",\"startedAt\":\"2026-01-01T00:00:00Z\"}")
        .answers(JOBS + "/j1/results", 200, run);
    Result result = rig.run("job", "watch", "j1");
    assertEquals(0, result.status(), result.err());
    assertEquals(
        2, result.out().lines().filter(line -> line.startsWith("[ ")).count(), result.out());
    assertTrue(result.out().contains("AUDIT BALANCED"), result.out());
    assertEquals("2", server.requests(JOBS + "/j1/live").get(1).header("Last-event-id"));
  }

  @Test
  void aRunThatDoesNotBalanceIsStatus4() {
    server
        .answers(
            JOBS + "/j1/live",
            200,
            "text/event-stream",
            "id: 1\nevent: end\ndata: {\"id\":\"j1\",\"state\":\"lost\"}\n\n")
        .answers(
            JOBS + "/j1",
            200,
            "{\"id\":\"j1\",\"state\":\"lost\",\"startedAt\":\"2026-01-01T00:00:00Z\"}")
        .answers(
            JOBS + "/j1/results",
            200,
            Json.mapper().writeValueAsString(SampleRuns.run("lost", Verdict.INCOMPLETE)));
    assertEquals(4, rig.run("job", "watch", "j1").status());
  }

  @Test
  void aJobThatFailedBeforeItRanIsStatus1WithItsReasonHoweverQuiet() {
    String job = "{\"id\":\"j1\",\"state\":\"failed\",\"reason\":\"no such table\"}";
    server
        .answers(
            JOBS + "/j1/live", 200, "text/event-stream", "id: 1\nevent: end\ndata: " + job + "\n\n")
        .answers(JOBS + "/j1", 200, job);
    for (String[] line :
        List.of(
            new String[] {"job", "watch", "j1"}, new String[] {"job", "watch", "j1", "--quiet"})) {
      Result result = rig.run(line);
      assertEquals(1, result.status());
      assertEquals("job j1 failed: no such table\n", result.err());
    }
  }

  @Test
  void theResultGoesAloneToStandardOutputAsJson() {
    server
        .answers(
            JOBS + "/j1",
            200,
            "{\"id\":\"j1\",\"state\":\"completed\",\"startedAt\":\"2026-01-01T00:00:00Z\"}")
        .answers(
            JOBS + "/j1/results",
            200,
            Json.mapper().writeValueAsString(SampleRuns.run("completed", Verdict.BALANCED)));
    JsonNode json = Json.mapper().readTree(rig.run("job", "show", "j1", "--json").out());
    assertEquals(36_998, json.path("summary").path("transactions").asLong());
  }

  @Test
  void aJobThatWaitsSaysWhereItIsFiledAndWhoIsTold() {
    server.answers(
        JOBS + "/j1",
        200,
        """
        {"id":"j1","jobClass":"noop","state":"pending","reason":"needs 2 agents, 1 connected",
         "folder":"nightly","tags":["best"],"tells":["ops:failed","team"]}
        """);
    server.answers(
        "/api/v1/notices",
        200,
        """
        {"notices":[{"kind":"job","id":"j1","event":"waiting","channel":"ops","tries":2,
          "cause":"nobody answers at its address","givenUp":false,"at":"2026-11-01T10:00:00.123Z"}]}
        """);
    List<String> lines = rig.run("job", "show", "j1").out().lines().toList();
    assertEquals("j1  noop  pending: needs 2 agents, 1 connected", lines.getFirst());
    assertTrue(lines.get(1).contains("nightly"), lines::toString);
    assertEquals("tells ops:failed, team", lines.get(2));
    assertEquals(
        "the notice of waiting to ops has not arrived: nobody answers at its address; 2 tries,"
            + " next at 2026-11-01T10:00:00Z",
        lines.getLast());
  }

  @Test
  void aJobIsExportedToStandardOutputOrToAFile(@TempDir Path folder) throws IOException {
    server
        .answers(JOBS + "/j1/intervals.csv", 200, "text/csv", "ts_utc\nnow\n")
        .answers(JOBS + "/j1/intervals.influx", 200, "text/plain", "broadside ok=1i 7\n")
        .answers(JOBS + "/j1/intervals.ndjson", 200, "application/x-ndjson", "{}\n")
        .answers(JOBS + "/j1/results", 200, "{\"job\":{\"id\":\"j1\"},\"intervals\":[]}");
    assertEquals("ts_utc\nnow\n", rig.run("job", "export", "j1", "--csv").out());
    assertEquals("broadside ok=1i 7\n", rig.run("job", "export", "j1", "--influx").out());
    Path file = Files.writeString(folder.resolve("j1.ndjson"), "before");
    Result toFile = rig.run("job", "export", "j1", "--ndjson", "-o", file.toString());
    assertEquals(0, toFile.status(), toFile.err());
    assertEquals("", toFile.out());
    assertEquals("{}\n", Files.readString(file));
    JsonNode json = Json.mapper().readTree(rig.run("job", "export", "j1", "--json").out());
    assertEquals("j1", json.at("/job/id").asString());
  }

  @Test
  void anExportThatIsWrongIsRefused() {
    assertEquals(2, rig.run("job", "export", "j1").status());
    assertEquals(2, rig.run("job", "export", "j1", "--csv", "--json").status());
    assertEquals(2, rig.run("job", "export", "j1", "--json", "--from", "3").status());
    assertEquals(2, rig.run("job", "export", "j1", "--csv", "-o", "/no/such/file").status());
    Result unknown = rig.run("job", "export", "j2", "--csv");
    assertEquals(2, unknown.status());
    assertEquals(1, unknown.errLines().size(), unknown.err());
  }

  @Test
  void anExportThatBreaksOffLeavesTheFileAsItWas(@TempDir Path folder) throws IOException {
    server
        .breaksOff(JOBS + "/j1/intervals.csv", "text/csv", "ts_utc\n")
        .breaksOff(JOBS + "/j1/results", "application/json", "{\"job\":{}");
    Path file = Files.writeString(folder.resolve("j1"), "before");
    for (String form : List.of("--csv", "--json")) {
      Result result = rig.run("job", "export", "j1", form, "-o", file.toString());
      assertEquals(5, result.status(), result.err());
      assertTrue(result.err().contains("its answer broke off"), result.err());
      assertEquals("before", Files.readString(file));
    }
    try (var files = Files.list(folder)) {
      assertEquals(List.of(file), files.toList());
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void anExportThatFindsNoRoomIsStatus1() {
    server
        .answers(JOBS + "/j1/intervals.csv", 200, "text/csv", "ts_utc\n")
        .answers(JOBS + "/j1/results", 200, "{\"job\":{}}");
    for (String form : List.of("--csv", "--json")) {
      Result result = rig.run("job", "export", "j1", form, "-o", "/dev/full");
      assertEquals(1, result.status(), result.err());
      assertTrue(result.err().startsWith("broadside: --output /dev/full: it could not be"));
    }
  }
}
