package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.system.harness.Accessibility;
import dev.broadside.system.harness.Api;
import dev.broadside.system.harness.Browser;
import dev.broadside.system.harness.Installation;
import dev.broadside.system.harness.Look;
import dev.broadside.system.harness.MariaDb;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import tools.jackson.databind.JsonNode;

/// The page as a user meets it: in a real browser, before a real server with two agents and
/// MariaDB.
///
/// One server lives through all tests of this class, in order: from an empty one, over a job that
/// is typed into the form, to its result. After each test the page must not have complained, and
/// must have asked nobody but its server.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Order(1)
class PageTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final String HOSTILE = "<img src=x onerror=window.hacked=1>";
  private static final String RATE = "[1-9][0-9.,]*\\s*tx/s";
  private static final String ROWS = ".table tbody tr";
  private static final String MARK = "window.mark = 'not reloaded'";

  @TempDir private static Path folder;

  private final List<String> expectedComplaints = new ArrayList<>();
  private Accessibility accessibility;
  private Browser browser;
  private MariaDb database;
  private Installation installation;
  private Api api;

  @BeforeAll
  void startEverythingButTheAgents() {
    browser = Browser.open(folder.resolve("browser"));
    browser.size(1440, 1000);
    browser.colourScheme("light");
    accessibility = Accessibility.install(folder.resolve("axe"));
    database = MariaDb.start(folder.resolve("db"));
    installation = Installation.start(folder);
    api = installation.api();
    browser.visit(api.loginLink());
    browser.awaitText("Log out");
  }

  @AfterAll
  void stopEverything() {
    if (installation != null) {
      installation.close();
    }
    if (database != null) {
      database.close();
    }
    if (browser != null) {
      browser.close();
    }
  }

  @AfterEach
  void noComplaintAndNoRequestToAnotherHost() {
    List<String> complaints =
        browser.complaints().stream()
            .filter(one -> expectedComplaints.stream().noneMatch(one::contains))
            .toList();
    expectedComplaints.clear();
    assertEquals(List.of(), complaints, "the console is silent");
    assertEquals(List.of(), browser.requests().stream().filter(this::elsewhere).toList());
  }

  private boolean elsewhere(String address) {
    return address.matches("(http|ws)s?:.*") && !address.startsWith(installation.page() + "/");
  }

  @Test
  @Order(10)
  void thePageComesFromItsServerUnderAStrictPolicy() throws IOException, InterruptedException {
    HttpResponse<String> page =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(installation.page() + "/")).build(),
                HttpResponse.BodyHandlers.ofString());
    String policy = page.headers().firstValue("Content-Security-Policy").orElse("none");

    assertEquals(200, page.statusCode());
    for (String part :
        List.of("default-src 'self'", "object-src 'none'", "frame-ancestors 'none'")) {
      assertTrue(policy.contains(part), policy);
    }
    assertFalse(policy.contains("unsafe") || policy.contains("*"), policy);

    visit("/", "Overview");
    List<String> requests = browser.requests();
    assertTrue(requests.contains(installation.page() + "/js/main.js"), requests::toString);
    assertEquals(List.of(), requests.stream().filter(this::elsewhere).toList());
  }

  @Test
  @Order(20)
  void anEmptyOverviewSaysWhatToDoAndAgentsAppearByThemselves() {
    visit("/", "No agent has joined yet.");
    browser.awaitText("No job yet.");
    visit("/agents", "No agent has joined yet.");
    browser.script(MARK);

    installation.withAgents(2);

    await("both agents", () -> texts(ROWS).size() == 2);
    assertTrue(texts(ROWS).getFirst().contains("a1"), browser::text);
    assertTrue(texts(ROWS).getLast().contains("connected"), browser::text);
    assertNotReloaded();
  }

  @Test
  @Order(22)
  void anAgentIsRenamedOnThePageAndComesBackByItself() {
    visit("/agents", "connected");
    browser.script(MARK);
    renamed("a2", "the second");
    renamed("the second", "a2");
    assertNotReloaded();
  }

  private void renamed(String old, String name) {
    browser.find("[aria-label='Rename " + old + "']").sendKeys(Keys.ENTER);
    fill("[aria-label='New name of " + old + "']", name);
    browser.type(Keys.ENTER);
    await("the new name", () -> texts(ROWS).stream().anyMatch(row -> isConnected(row, name)));
  }

  private static boolean isConnected(String row, String name) {
    return row.strip().startsWith(name) && row.contains("connected");
  }

  @Test
  @Order(25)
  void oneClickRunsAFirstJobAndHomeShowsItsFiguresOnOneScreen() {
    browser.size(1280, 800);
    visit("/", "Run a first job");
    browser.find("#first-job").click();
    await("the job's page", () -> browser.address().contains("/jobs/"));
    String first = job();

    visit("/", "First job");
    await("its figures", () -> texts(".card .pair").toString().matches("(?s).*tx/s\\s+[1-9].*"));
    assertTrue(texts(".card .progress").getFirst().contains("left of 30 s"), browser::text);
    assertTrue(texts("[aria-labelledby=agents-title] h2").contains("Agents, 2 of 2 connected"));
    assertEquals(
        true,
        browser.script("return document.documentElement.scrollHeight <= innerHeight"),
        "all of it is on one screen");

    api.post("/api/v1/jobs/" + first + "/cancel", Map.of());
    api.awaitState(first, "cancelled", MINUTE);
    browser.awaitText("Nothing is running.");
    browser.size(1440, 1000);
  }

  @Test
  @Order(30)
  void theFormIsMadeFromParametersAndSaysWhatIsWrongBesideTheField() {
    visit("/new", "Submit job");
    fill("#p-url", database.url());
    fill("#p-scale", "much");
    browser.type(Keys.ENTER);

    assertEquals("not a number", problemOf("p-scale"));
    assertEquals(
        "p-scale", browser.script("return document.activeElement.id"), "the field has the focus");

    fill("#p-scale", "0.05");
    unfold("#p-table-prefix");
    fill("#p-table-prefix", "1 2 3");
    expectedComplaints.add("status of 422");
    browser.type(Keys.ENTER);

    assertTrue(problemOf("p-table-prefix").contains("letter"), browser::text);
    assertTrue(browser.all("#p-scale-problem").isEmpty(), "the mended field is left alone");
    assertEquals(1, api.get("/api/v1/jobs").body().get("jobs").size(), "nothing was submitted");
  }

  @Test
  @Order(27)
  void aJobClassIsFoundByTypingAndByKeysAlone() {
    visit("/new", "Submit job");
    fill("#job-class", "TPC entry");
    assertEquals("true", browser.find("#job-class").getDomAttribute("aria-expanded"));
    assertEquals(1, browser.all("[role=option]").size(), browser::text);
    browser.type(Keys.ESCAPE);
    assertEquals("Order system, 90 % reads", browser.find("#job-class").getDomProperty("value"));

    fill("#job-class", "none like this");
    browser.awaitText("No job class matches.");
    browser.type(Keys.ENTER);
    assertTrue(browser.address().endsWith("/new"), "nothing was submitted");

    browser.type(Keys.ESCAPE, Keys.ARROW_DOWN);
    String first = markedOption();
    browser.type(Keys.ARROW_DOWN);
    assertNotEquals(first, markedOption());
    fill("#job-class", "operation no");
    assertTrue(markedOption().startsWith("No operation"), this::markedOption);
    browser.type(Keys.ENTER);
    browser.find("#p-iteration-time");
    assertEquals("false", browser.find("#job-class").getDomAttribute("aria-expanded"));
  }

  /// What a screen reader is told that Enter would take.
  private String markedOption() {
    String id = browser.find("#job-class").getDomAttribute("aria-activedescendant");
    return browser.find("#" + id).getText();
  }

  @Test
  @Order(40)
  void mendedTheFormSubmitsAndTheJobRunsBeforeOnesEyes() {
    fill("#p-table-prefix", "");
    fill("#p-user", database.user());
    fill("#p-password", database.password());
    fill("#run-agents", "2");
    fill("#run-threads", "2");
    fill("#run-warmup", "1s");
    // Its test cancels it: of a job of seconds a busy machine may see the end only.
    fill("#run-duration", "1h");
    fill("#run-think", "10ms");
    unfold("#run-interval");
    fill("#run-interval", "500ms");
    fill("#run-name", "typed by hand");
    assertTrue(browser.text().contains("1 changed"), "of the folded ones: " + browser.text());
    browser.type(Keys.ENTER);

    await("the job's page", () -> browser.address().contains("/jobs/"));
    browser.script(MARK);
    browser.find(".hero-value");
    browser.find(".chart .figures summary").click();
    int before = intervals();
    await("more intervals", () -> intervals() >= before + 3);
    assertNotReloaded();
  }

  @Test
  @Order(50)
  void theLivePageShowsThroughputPercentilesOperationsAndAgents() {
    await("a rate", () -> browser.find(".hero-value").getText().matches(RATE));
    for (String percentile : List.of("p50", "p95", "p99")) {
      assertTrue(figure(percentile).matches("[0-9.,]+ (ns|µs|ms|s)"), browser::text);
    }
    assertTrue(
        rows("operations-title").stream().anyMatch(row -> row.startsWith("select_customer")),
        browser::text);
    assertTrue(browser.text().contains("service time only"), browser::text);
    List<String> agents = rows("shares-title");
    assertEquals(2, agents.size(), browser::text);
    assertTrue(agents.stream().allMatch(row -> row.contains("running")), agents::toString);
  }

  @Test
  @Order(60)
  void itsResultReplacesTheLiveFiguresWithoutAReload() {
    cancelByKeyboard();
    browser.awaitText("Provenance", MINUTE);
    assertNotReloaded();
    JsonNode result = api.results(job());

    browser.size(1280, 800);
    assertEquals(
        true,
        browser.script(
            "scrollTo(0, 0); const glance = document.querySelector('.glance');"
                + " return glance.getBoundingClientRect().bottom <= innerHeight"),
        "throughput, p99 and all verdicts are on the first screen");
    browser.size(1440, 1000);
    List<String> verdicts = texts(".verdict");
    assertTrue(verdicts.get(0).contains("cancelled"), verdicts::toString);
    assertTrue(
        verdicts.get(1).contains(result.at("/generator/verdict").asString()), verdicts::toString);
    assertTrue(verdicts.get(2).contains("BALANCED"), verdicts::toString);
    for (String percentile : List.of("p50", "p90", "p95", "p99", "p99.9", "p99.99", "max")) {
      assertTrue(figure(percentile).matches("[0-9.,]+ (ns|µs|ms|s)"), browser::text);
    }
    long transactions = result.at("/summary/transactions").asLong();
    assertEquals(String.format(Locale.ROOT, "%,d", transactions), figure("ok"));
    assertEquals("service time only", browser.find(".hero .meaning").getText());
    assertTrue(rows("percentiles-title").size() >= 7, "each operation");
    assertTrue(section("provenance-title").contains("MariaDB"), browser::text);
    assertFalse(html().contains(database.password()), "no secret reaches the browser");
  }

  @Test
  @Order(65)
  void aQuestionAndAMenuAreLeftByEscapeAndANewViewBeginsAtItsTop() {
    browser.find(".actions .button-danger-line").sendKeys(Keys.ENTER);
    browser.awaitText("Delete this job?");
    browser.type(Keys.ESCAPE);
    await("the question to go", () -> browser.all(".ask").isEmpty());
    assertEquals("Delete", focused());

    browser.find(".menu summary").sendKeys(Keys.ENTER);
    await("the menu", () -> browser.all(".menu[open]").size() == 1);
    browser.type(Keys.TAB, Keys.ESCAPE);
    await("no menu", () -> browser.all(".menu[open]").isEmpty());
    assertEquals("Download", focused());

    browser.find(".crumbs a").sendKeys(Keys.ENTER);
    browser.find("[role=search]");
    assertEquals("main", browser.script("return document.activeElement.id"));
  }

  private String focused() {
    return String.valueOf(browser.script("return document.activeElement.textContent.trim()"));
  }

  @Test
  @Order(65)
  void aSearchThatFindsNothingSaysSoAndWhatToTry() {
    visit("/jobs?query=tag:nix%20soak", "No job was found.");
    browser.awaitText("Searched for: tag:nix soak");
    browser.awaitText("try fewer of them, or OR between them");
    visit("/jobs?query=tag:nix%20OR%20NOT%20(tag:nix)", "Clone");
  }

  @Test
  @Order(70)
  void aHostileJobNameIsText() {
    String job =
        api.submit(
            Map.of(
                "name",
                HOSTILE,
                "jobClass",
                "noop",
                "think",
                "5ms",
                "duration",
                "1s",
                "agents",
                2));
    api.awaitState(job, "completed", MINUTE);

    visit("/", HOSTILE);
    assertHarmless();
    visit("/jobs/" + job, HOSTILE);
    browser.awaitText("History");
    assertHarmless();
    visit("/new?from=" + job, HOSTILE);
    assertHarmless();
  }

  @Test
  @Order(80)
  void whatADatabaseSaysThroughAnAgentIsText() {
    String job =
        api.submit(
            Map.of(
                "jobClass",
                "igenoltp",
                "parameters",
                Map.of("url", database.url(), "user", HOSTILE, "password", "none")));
    api.awaitState(job, "failed", MINUTE);

    visit("/jobs/" + job, "There are no results");
    assertTrue(texts(".verdict").getFirst().contains(HOSTILE), browser::text);
    assertHarmless();
  }

  @Test
  @Order(90)
  void whatAPackSaysOfItselfIsText() throws IOException, InterruptedException {
    HttpResponse<String> answer =
        api.http()
            .send(
                api.request("/api/v1/packs")
                    .header("Content-Type", "application/octet-stream")
                    .POST(HttpRequest.BodyPublishers.ofByteArray(hostilePack()))
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    assertEquals(201, answer.statusCode(), answer::body);

    visit("/new", "Submit job");
    fill("#job-class", "hostile");
    browser.type(Keys.ENTER);

    assertEquals("title " + HOSTILE, browser.find("#job-class").getDomProperty("value"));
    for (String where : List.of("title ", "summary ", "help ", "operation ")) {
      browser.awaitText(where + HOSTILE);
    }
    assertHarmless();
  }

  /// A jar that is nothing but its description, for the page shows that before any code is run.
  private static byte[] hostilePack() throws IOException {
    String descriptor =
        """
        {"name": "hostile", "version": "1", "classes": [{
          "id": "hostile", "title": "title #", "summary": "summary #", "operations": ["operation #"],
          "figures": [], "parameters": [{"name": "p", "kind": "text", "help": "help #", "preset": "#",
            "minimum": "", "maximum": "100", "pattern": ".*", "shape": "#", "choices": []}]}]}
        """
            .replace("#", HOSTILE);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry("META-INF/broadside/pack.json"));
      zip.write(descriptor.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  @Test
  @Order(100)
  void aWaitingJobSaysWhyAndCanBeCancelled() {
    String job = api.submit(Map.of("name", "waits", "jobClass", "noop", "agents", 3));

    visit("/", "needs 3 agents, 2 connected");
    visit("/jobs/" + job, "needs 3 agents, 2 connected");
    cancelByKeyboard();

    browser.awaitText("There are no results");
    assertEquals("cancelled", api.state(job));
  }

  @Test
  @Order(110)
  void aRunningJobCanBeCancelledAndKeepsItsFigures() {
    String job =
        api.submit(
            Map.of(
                "name",
                HOSTILE,
                "jobClass",
                "noop",
                "duration",
                "1h",
                "parameters",
                Map.of("iteration-time", "5ms")));
    visit("/jobs/" + job, "Agents' CPU");
    await("a rate", () -> browser.find(".hero-value").getText().matches(RATE));
    aJobBehindItNamesIt(job);

    visit("/jobs/" + job, "Agents' CPU");
    assertTrue(browser.all("#control-mix").isEmpty(), "nothing of this class can be mixed");
    expectedComplaints.add("status of 4");
    fill("#control-think", "soon");
    fill("#control-threads", "many");
    browser.type(Keys.ENTER);
    for (String field : List.of("threads", "think")) {
      browser.find("#control-problem-" + field);
      assertEquals("true", browser.find("#control-" + field).getDomAttribute("aria-invalid"));
    }
    fill("#control-think", "");
    fill("#control-threads", "99");
    browser.type(Keys.ENTER);
    browser.awaitText("Each agent of the job has opened");
    assertEquals("true", browser.find("#control-threads").getDomAttribute("aria-invalid"));
    cancelByKeyboard();

    browser.awaitText("Provenance");
    assertEquals("cancelled", api.state(job));
    assertTrue(texts(".verdict").getFirst().contains("cancelled"), browser::text);
    double rate = api.results(job).at("/summary/measures/throughput").asDouble();
    assertTrue(rate > 1, "over the time that was measured, not over an hour: " + rate);
    assertFalse(section("summary-title").contains("1 h"), browser::text);
  }

  private void aJobBehindItNamesIt(String job) {
    String behind = api.submit(Map.of("name", "behind it", "jobClass", "noop", "agents", 2));
    for (String path : List.of("/jobs/" + behind, "/", "/jobs?query=behind")) {
      visit(path, "behind it");
      String link = "a[href$='/jobs/" + job + "'][title='" + job + "']";
      await("its name", () -> !browser.all(link).isEmpty());
      assertEquals(HOSTILE, browser.find(link).getText());
      assertHarmless();
    }
    api.post("/api/v1/jobs/" + behind + "/cancel", Map.of());
  }

  @Test
  @Order(115)
  void aDeletedJobIsBroughtBackFromTheListOfThose() {
    String job = api.submit(Map.of("name", "comes back", "jobClass", "noop", "agents", 9));
    api.post("/api/v1/jobs/" + job + "/cancel", Map.of());
    visit("/jobs/" + job, "There are no results");
    browser.find(".actions .button-danger-line").sendKeys(Keys.ENTER);
    browser.find(".button-danger");
    browser.type(Keys.ENTER);

    browser.find("[aria-label='Bring back comes back']").sendKeys(Keys.ENTER);
    browser.awaitText("There are no results");
    assertEquals(job, job());
  }

  @Test
  @Order(120)
  void everyViewFitsADeskAndAPhoneInLightAndInDark() {
    String waiting = api.submit(Map.of("name", "w".repeat(120), "jobClass", "noop", "agents", 9));
    String done = finished();
    Map<String, String> views =
        Map.of(
            "/",
            "Recently finished",
            "/new",
            "Submit job",
            "/jobs",
            "typed by hand",
            "/agents",
            "connected",
            "/targets",
            "Add a target",
            "/packs",
            "hostile",
            "/compare?a=" + done + "&b=" + done,
            "B against A",
            "/history?of=" + done,
            "All runs of",
            "/jobs/" + waiting,
            "needs 9 agents",
            "/jobs/" + done,
            "Provenance");
    views.forEach((path, text) -> {
      visit(path, text);
      String light = fits(path, "light");
      assertNotEquals(light, fits(path, "dark"), "dark is another ground");
    });
    browser.size(1440, 1000);
    browser.colourScheme("light");
    api.post("/api/v1/jobs/" + waiting + "/cancel", Map.of());
  }

  /// Returns the ground's colour.
  private String fits(String path, String scheme) {
    browser.colourScheme(scheme);
    for (int width : List.of(2560, 1280, 360)) {
      browser.size(width, 800);
      String view = path + " at " + width + " px, " + scheme;
      Look.awaitGood(browser, view);
      accessibility.check(browser, width, view);
    }
    return ground();
  }

  @Test
  @Order(125)
  void runsThatAreComparedAreDrawnOverEachOther() {
    String done = finished();
    visit("/compare?a=" + done + "&b=" + done, "Over time");

    List<String> drawn = texts("[aria-labelledby=over-time-title] figcaption");
    assertEquals(4, drawn.size(), drawn::toString);
    assertTrue(
        drawn.getFirst().matches("(?s)Throughput tx/s.*A\\s+[\\d,.]+.*B\\s+[\\d,.]+.*"),
        drawn::toString);
    assertTrue(drawn.getLast().startsWith("Latency by percentile"), drawn::toString);

    browser.find("[aria-labelledby=over-time-title] select").sendKeys("Retried");
    await(
        "the chart that was asked for",
        () ->
            texts("[aria-labelledby=over-time-title] figcaption").get(2).startsWith("Retried per"));
  }

  @Test
  @Order(128)
  void aJobSaysToWhichTargetItGoesAndThatItsPasswordIsFromThere() {
    api.post(
        "/api/v1/targets",
        Map.of(
            "name", "shop", "url", database.url(), "user", "bench", "password", "correct-horse"));
    String job = api.submit(Map.of("jobClass", "ledger", "target", "shop", "agents", 9));
    visit("/jobs/" + job, "needs 9 agents");

    assertTrue(texts(".job-line").getFirst().contains("on shop"), browser::text);
    assertTrue(section("parameters-title").contains("of target shop"), browser::text);
    assertFalse(html().contains("correct-horse"), "no secret reaches the browser");
    assertTrue(browser.all("a[href$='/report.html']").isEmpty(), "of nothing there is no report");
    api.post("/api/v1/jobs/" + job + "/cancel", Map.of());
  }

  @Test
  @Order(126)
  void aLineOfAChartIsHiddenAndShownByItsLegend() {
    visit("/jobs/" + finished(), "Provenance");
    for (String shown : List.of("false", "true")) {
      browser.find(".legend button").sendKeys(Keys.ENTER);
      await(
          "another state",
          () -> shown.equals(browser.find(".legend button").getDomAttribute("aria-pressed")));
    }
  }

  @Test
  @Order(127)
  void anAddressThatNamesNobodySaysHowToGoOn() {
    visit("/compare", "Nothing to compare yet.");
    visit("/history", "No job chosen.");
    visit("/notices", "No channel yet.");
    fits("/notices", "dark");
    expectedComplaints.add("404");
    for (String copied : List.of("/new?from=x", "/new?study=x", "/new-group?from=x")) {
      visit(copied, "cannot be shown");
      assertEquals(List.of("Bring it back"), texts("#main a[href$=deleted]"), copied);
    }
    visit("/no<b>where", "There is nothing at /no");
    fits("an unknown address", "light");
    browser.size(1440, 1000);
    browser.find("#main a[href='/']").sendKeys(Keys.ENTER);
    await("home", () -> browser.find("h1").getText().equals("Overview"));
  }

  @Test
  @Order(170)
  void whatCouldNotBeLoadedWhileTheServerWasAwayLoadsWhenItIsBack() {
    visit("/agents", "connected");
    browser.script(MARK);
    expectedComplaints.add("net::ERR_");
    installation.crashAndRestartServer(() -> {
      browser.find("nav a[href='/targets']").sendKeys(Keys.ENTER);
      browser.awaitText("The server does not answer.");
    });
    logInAgain();
    browser.awaitText("Add a target", MINUTE);
    assertNotReloaded();
  }

  /// A view that could not load begins anew when the server is back, but not over what is typed.
  @Test
  @Order(171)
  void whatIsTypedOutlivesARestartOfTheServer() {
    String job = api.submit(Api.noop(1, "1h"));
    api.awaitState(job, "running", MINUTE);
    visit("/jobs/" + job, "Think time");
    expectedComplaints.add("net::ERR_");
    installation.crashAndRestartServer(() -> {
      fill("#control-threads", "1" + Keys.ENTER);
      browser.awaitText("Not changed");
    });
    // The browser keeps the times of 250 requests only.
    String away =
        ""
            + browser.script(
                "performance.setResourceTimingBufferSize(1e5); return performance.now()");
    logInAgain();
    String asked =
        """
        return performance.getEntriesByType('resource').some((one) =>
          one.name.endsWith('/api/v1/session') && one.responseStatus === 200
            && one.startTime > %s)\
        """
            .formatted(away);
    await("the page to have found the server", () -> Boolean.TRUE.equals(browser.script(asked)));
    assertEquals("1", browser.find("#control-threads").getDomProperty("value"));
    api.post("/api/v1/jobs/" + job + "/cancel", Map.of());
    api.awaitEnd(job, MINUTE);
  }

  /// A restart ends all sessions: what took the port meanwhile may have been shown their cookies.
  private void logInAgain() {
    expectedComplaints.add("status of 401");
    browser.awaitText("Link or token", MINUTE);
    browser.find("#token").sendKeys(api.loginLink());
    browser.type(Keys.ENTER);
    browser.awaitText("Log out");
  }

  @Test
  @Order(130)
  void aChosenThemeOutlivesAReload() {
    visit("/", "Recently finished");
    String light = ground();
    browser.find("button.theme").click();
    browser.find("button.theme").click();
    browser.awaitText("dark");
    String dark = ground();
    assertNotEquals(light, dark);

    visit("/", "Recently finished");
    assertEquals(dark, ground());
  }

  @Test
  @Order(150)
  void whatFailsIsSaidBesideItsButtonAndWhatStopsCanBeHurried() {
    String job =
        api.submit(
            Map.of(
                "jobClass",
                "noop",
                "duration",
                "1h",
                "grace",
                "20s",
                "parameters",
                Map.of("iteration-time", "1m")));
    // Begun, so that there is an iteration to wait for.
    await("an interval", () -> api.results(job).path("intervals").size() > 0);
    visit("/jobs/" + job, "Cancel job");
    browser.script(
        """
        window.real = window.fetch;
        window.fetch = (path, options) =>
          options?.method === "POST"
            ? Promise.resolve(new Response('{"detail": "The disk is full."}', {status: 503}))
            : window.real(path, options);
        """);
    cancelByKeyboard();
    browser.awaitText("The disk is full.");
    assertTrue(browser.text().contains("Cancel job"), browser::text);

    browser.script("window.fetch = window.real");
    cancelByKeyboard();
    browser.awaitText("Do not wait");
    assertFalse(browser.text().contains("The disk is full."), browser::text);
    browser.find(".button-danger-line").sendKeys(Keys.ENTER);
    browser.awaitText("Provenance", MINUTE);
    assertEquals("cancelled", api.state(job));
  }

  @Test
  @Order(152)
  void aMenuThatIsOpenMakesNoViewWider() {
    visit("/jobs/" + finished(), "Provenance");
    browser.find(".menu summary").sendKeys(Keys.ENTER);
    for (int width : List.of(360, 390, 430, 600, 768)) {
      browser.size(width, 800);
      assertEquals(
          0L,
          browser.script(
              "return document.documentElement.scrollWidth - document.documentElement.clientWidth"),
          width + " px");
    }
    browser.size(1440, 1000);
  }

  /// A right-to-left mark at the end of a name would else turn round what stands behind it.
  @Test
  @Order(153)
  void theNameOfAJobTurnsNothingRoundBesideIt() {
    Map<String, Object> turned = Map.of("jobClass", "noop", "name", "\u202eabc", "duration", "1h");
    List<String> jobs = List.of(api.submit(turned), api.submit(turned), api.submit(turned));
    visit("/", "begins when");
    await("the names of those that are waited for", () -> !browser.all(".row-note a").isEmpty());
    assertEquals(
        "isolate",
        browser.script(
            "return getComputedStyle(document.querySelector('.row-note a')).unicodeBidi"));
    jobs.forEach(job -> api.post("/api/v1/jobs/" + job + "/cancel", Map.of()));
    jobs.forEach(job -> api.awaitEnd(job, MINUTE));
  }

  @Test
  @Order(160)
  void aCloneOfWhatTheFormHasNoFieldsForIsTheSameJob() {
    Map<String, Object> rate =
        Map.of("sine", Map.of("mean", 500, "amplitude", 300, "period", "20s"));
    Map<String, Object> phase =
        Map.of("phase", "measure", "duration", "1m", "threads", 2, "rate", rate);
    String job =
        api.submit(
            Map.of(
                "name",
                "swings",
                "jobClass",
                "noop",
                "agents",
                9,
                "grace",
                "30s",
                "phases",
                List.of(phase)));
    visit("/new?from=" + job, "Clone of “swings”");
    browser.find("button[type=submit]").sendKeys(Keys.ENTER);
    await("the clone's page", () -> browser.address().contains("/jobs/"));
    String clone = job();

    assertNotEquals(job, clone);
    assertEquals(
        api.get("/api/v1/jobs/" + job + "/submission").body(),
        api.get("/api/v1/jobs/" + clone + "/submission").body());
    for (String waiting : List.of(job, clone)) {
      api.post("/api/v1/jobs/" + waiting + "/cancel", Map.of());
    }
  }

  private void visit(String path, String text) {
    browser.visit(installation.page() + path);
    browser.awaitText(text);
  }

  private void await(String what, BooleanSupplier condition) {
    Await.until(MINUTE, what, condition, browser::text);
  }

  /// Replaces what stands in a field, and leaves the focus there.
  private void fill(String css, String text) {
    browser.find(css).sendKeys(Keys.chord(Keys.CONTROL, "a"), Keys.BACK_SPACE, text);
  }

  /// Opens what few users change.
  private void unfold(String css) {
    browser.find(css);
    browser.script("document.querySelector('" + css + "').closest('details').open = true");
  }

  /// What is said of a field, by the link that a screen reader follows.
  private String problemOf(String id) {
    WebElement problem = browser.find("#" + id + "-problem");
    String described = browser.find("#" + id).getDomAttribute("aria-describedby");
    assertTrue(described != null && described.contains(id + "-problem"), described);
    return problem.getText();
  }

  private void cancelByKeyboard() {
    browser.find(".button-danger-line").sendKeys(Keys.ENTER);
    browser.find(".button-danger");
    browser.type(Keys.ENTER);
  }

  private int intervals() {
    return browser.all(".chart:first-child .table-small tbody tr").size();
  }

  private String job() {
    return browser.address().replaceFirst(".*/jobs/", "");
  }

  private String finished() {
    for (JsonNode one : api.get("/api/v1/jobs").body().get("jobs")) {
      if (one.get("name").asString().equals("typed by hand")) {
        return one.get("id").asString();
      }
    }
    throw new AssertionError("the job of the form is gone");
  }

  /// The rows of a section's table, as one text each, read at one instant.
  private List<String> rows(String section) {
    return texts("[aria-labelledby=" + section + "] .table tbody tr");
  }

  private String section(String id) {
    return String.join("\n", texts("[aria-labelledby=" + id + "]"));
  }

  private List<String> texts(String css) {
    Object found =
        browser.script(
            "return Array.from(document.querySelectorAll('" + css + "'), e => e.innerText)");
    return ((List<?>) found).stream().map(String::valueOf).toList();
  }

  /// The figure over a name such as `p95`.
  private String figure(String name) {
    Object found =
        browser.script(
            "return Array.from(document.querySelectorAll('.hero dt')).find(e => e.innerText === '"
                + name
                + "')?.nextElementSibling.innerText.trim()");
    return String.valueOf(found);
  }

  private String ground() {
    return String.valueOf(browser.script("return getComputedStyle(document.body).backgroundColor"));
  }

  private String html() {
    return String.valueOf(browser.script("return document.documentElement.outerHTML"));
  }

  private void assertNotReloaded() {
    assertEquals("not reloaded", browser.script("return window.mark"));
  }

  /// Nothing became an element, and nothing ran.
  private void assertHarmless() {
    assertEquals(0L, browser.script("return document.images.length"));
    assertEquals(true, browser.script("return window.hacked === undefined"));
  }
}
