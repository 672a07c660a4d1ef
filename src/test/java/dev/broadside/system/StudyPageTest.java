package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.system.harness.Accessibility;
import dev.broadside.system.harness.Api;
import dev.broadside.system.harness.Browser;
import dev.broadside.system.harness.Installation;
import dev.broadside.system.harness.Look;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
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

/// Studies on the page, in a real browser: made from the form, followed, and compared.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Order(5)
class StudyPageTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @TempDir private static Path folder;

  private Accessibility accessibility;
  private Browser browser;
  private Installation installation;

  @BeforeAll
  void start() {
    browser = Browser.open(folder.resolve("browser"));
    browser.size(1440, 1000);
    accessibility = Accessibility.install(folder.resolve("axe"));
    installation = Installation.start(folder).withAgents(1);
    browser.visit(installation.api().loginLink());
    browser.awaitText("Log out");
  }

  @AfterAll
  void stop() {
    if (installation != null) {
      installation.close();
    }
    if (browser != null) {
      browser.close();
    }
  }

  @AfterEach
  void noComplaint() {
    assertEquals(List.of(), browser.complaints(), "the console is silent");
  }

  @Test
  @Order(1)
  void severalNumbersOfThreadsInTheFormMakeAStudy() {
    browser.visit(installation.page() + "/new");
    browser.awaitText("Submit job");
    fill("#job-class", "operation no");
    browser.type(Keys.ENTER);
    fill("#run-threads", "1, 2");
    fill("#run-duration", "1s");
    fill("#run-think", "5ms");
    fill("#run-name", "little ladder");
    browser.awaitText("Submit study");
    browser.type(Keys.ENTER);

    await("the study's page", () -> browser.address().contains("/studies/"));
    browser.awaitText("2 of 2 steps", MINUTE);
    List<String> rows = rows("steps-title");
    assertEquals(2, rows.size(), browser::text);
    assertTrue(rows.stream().allMatch(row -> row.contains("completed")), rows::toString);
    assertEquals(2L, browser.script("return document.querySelectorAll('.chart canvas').length"));
    assertTrue(browser.text().contains("scale-up"), browser::text);
    browser.script("document.querySelectorAll('.fold').forEach(one => { one.open = true; })");
    browser.awaitText("agents: heap used MiB");

    browser.find("a[href^='/new?study=']").sendKeys(Keys.ENTER);
    browser.awaitText("2, 2 s in all");
    assertEquals("1, 2", browser.find("#run-threads").getDomProperty("value"));
    assertEquals("little ladder", browser.find("#run-name").getDomProperty("value"));
  }

  @Test
  @Order(2)
  void twoStudiesThatAreChosenStandSideBySide() {
    Map<String, ?> body =
        Map.of(
            "id",
            "other",
            "name",
            "other ladder",
            "jobClass",
            "noop",
            "threads",
            List.of(1, 2),
            "think",
            "5ms",
            "duration",
            "1s");
    assertEquals(201, installation.api().post("/api/v1/studies", body).status());
    browser.visit(installation.page() + "/studies/other");
    browser.awaitText("2 of 2 steps", MINUTE);
    browser.visit(installation.page() + "/studies");
    await("both studies", () -> browser.all(".table tbody tr").size() == 2);
    Look.awaitGood(browser, "the list of studies");

    for (int row = 1; row <= 2; row++) {
      browser.find(".table tbody tr:nth-child(" + row + ") input").sendKeys(Keys.SPACE);
    }
    browser.find(".orders .button").sendKeys(Keys.ENTER);

    browser.awaitText("B against A");
    List<String> points = rows("points-title");
    assertEquals(2, points.size(), browser::text);
    assertTrue(points.getFirst().matches("(?s)1\\s.*[+−][0-9.]+ %.*"), points::toString);
    browser.awaitText("Set up differently");
  }

  @Test
  @Order(3)
  void homeHasAStudyOnceInThePlaceOfItsSteps() {
    browser.visit(installation.page() + "/");
    await("both studies", () -> rows("ended-title").size() == 2);
    List<String> rows = rows("ended-title");
    assertTrue(
        rows.getFirst().matches("(?s)other ladder.*2 of 2 steps done.*completed.*"),
        rows::toString);
    assertTrue(rows.getLast().startsWith("little ladder"), rows::toString);

    browser.visit(installation.page() + "/jobs");
    browser.awaitText("No job yet.");
    browser.find(".empty a").sendKeys(Keys.ENTER);
    await("all steps", () -> browser.all(".table tbody tr").size() == 4);
  }

  @Test
  @Order(4)
  void studiesGroupsAndWhatIsNotThereFitADeskAndAPhone() {
    Map<String, ?> job = Map.of("jobClass", "noop", "think", "5ms", "duration", "1s");
    List<?> members =
        List.of(
            Map.of("name", "first", "job", job),
            Map.of("name", "second", "after", "first", "job", job),
            Map.of("name", "never", "after", Map.of("second", "failure"), "job", job));
    Map<String, ?> group = Map.of("group", "Pair", "members", members);
    Api.Answer answer = installation.api().post("/api/v1/groups", group);
    assertEquals(201, answer.status(), answer::toString);
    String id = answer.body().get("id").asString();

    fits("/studies/other", "Steps");
    fits("/groups/" + id, "completed");
    fits("/", "Groups");

    fits("/jobs/none", "The job cannot be shown");
    List<String> complaints = browser.complaints();
    assertTrue(complaints.stream().allMatch(one -> one.contains("404")), complaints::toString);
  }

  @Test
  @Order(5)
  void aGroupIsWrittenBesideItsGraphAndEditedWhileItWaits() {
    fits("/new-group", "First group: 4 members");
    browser.size(1280, 900);
    write("group: First group", "group: Late group\ndisabled: true");
    browser.awaitText("Late group: 4 members");
    write("after: load", "after: lood");
    browser.awaitText("line 17, column 12, members 2, after: there is no member lood");
    Look.awaitGood(browser, "the editor of a group");
    write("after: lood", "after: load");
    await("no problem", () -> browser.all(".editor-problems li").isEmpty());
    browser.find(".page-head .button-main").click();
    browser.awaitText("disabled; begins when somebody enables it");
    browser.find("a[href^='/new-group?edit=']").click();
    browser.awaitText("Edit a group");
    browser.awaitText("Late group: 4 members");
    write("group: Late group", "group: Edited group");
    browser.awaitText("Edited group: 4 members");
    browser.find(".page-head .button-main").click();
    await("its page", () -> browser.find("h1").getText().startsWith("Edited group"));
    fits("/groups?query=edited", "Edited group");
    List<String> complaints = browser.complaints();
    assertTrue(complaints.stream().allMatch(one -> one.contains("422")), complaints::toString);
  }

  @Test
  @Order(6)
  void groupsThatAreChosenTakeOneOrder() {
    browser.size(1280, 900);
    Map<String, ?> job = Map.of("jobClass", "noop", "duration", "1s");
    for (String id : List.of("many-1", "many-2")) {
      Map<String, ?> group =
          Map.of(
              "group",
              "Many",
              "id",
              id,
              "disabled",
              true,
              "members",
              List.of(Map.of("name", "one", "job", job)));
      assertEquals(201, installation.api().post("/api/v1/groups", group).status());
    }
    browser.visit(installation.page() + "/groups?query=many");
    await("both groups", () -> browser.all(".table tbody tr").size() == 2);
    browser.find(".orders input[type=checkbox]").sendKeys(Keys.SPACE);
    browser.awaitText("2 selected");
    browser.find(".orders .button-danger-line").sendKeys(Keys.ENTER);
    browser.find(".orders .button-danger").sendKeys(Keys.ENTER);
    browser.awaitText("2 groups stopped.");
    await("both are cancelled", () -> browser.text().split("cancelled", -1).length >= 3);
    fits("/groups?query=many", "2 groups");
  }

  @Test
  @Order(7)
  void aStudyIsDeletedWithItsStepsAndBroughtBack() {
    browser.size(1280, 900);
    browser.visit(installation.page() + "/studies/other");
    browser.awaitText("2 of 2 steps", MINUTE);
    browser.find(".page-head .button-danger-line").sendKeys(Keys.ENTER);
    browser.awaitText("Delete this study and its 2 jobs? You can undo that for a day.");
    browser.find(".page-head .button-danger").sendKeys(Keys.ENTER);
    await("it among the deleted ones", () -> browser.address().endsWith("state%3Adeleted"));
    browser.awaitText("other ladder");
    Look.awaitGood(browser, "the list of deleted studies");
    browser.find("button[aria-label='Bring back other ladder']").sendKeys(Keys.ENTER);
    browser.awaitText("2 of 2 steps");

    browser.visit(installation.page() + "/studies");
    await("both studies", () -> browser.all(".table tbody tr").size() == 2);
    browser.find(".orders input[type=checkbox]").sendKeys(Keys.SPACE);
    browser.awaitText("2 selected");
    button("Delete").sendKeys(Keys.ENTER);
    browser.awaitText("2 studies deleted.");
    browser.awaitText("No study yet.");
    button("Undo").sendKeys(Keys.ENTER);
    await("both are back", () -> browser.all(".table tbody tr").size() == 2);
  }

  private WebElement button(String label) {
    return browser.all("button").stream()
        .filter(one -> one.getText().equals(label))
        .findFirst()
        .orElseThrow();
  }

  /// Changes what stands in the editor.
  private void write(String old, String now) {
    browser.script(
        """
        const area = document.querySelector("textarea");
        const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value").set;
        set.call(area, area.value.replace(`%s`, `%s`));
        area.dispatchEvent(new Event("input", {bubbles: true}));
        """
            .formatted(old, now));
  }

  private void fits(String path, String text) {
    browser.visit(installation.page() + path);
    browser.awaitText(text, MINUTE);
    for (int width : List.of(2560, 1280, 360)) {
      browser.size(width, 800);
      String view = path + " at " + width + " px";
      Look.awaitGood(browser, view);
      for (String scheme : List.of("dark", "light")) {
        browser.colourScheme(scheme);
        accessibility.check(browser, width, view + ", " + scheme);
      }
    }
  }

  private void await(String what, BooleanSupplier condition) {
    Await.until(MINUTE, what, condition, browser::text);
  }

  private void fill(String css, String text) {
    browser.find(css).sendKeys(Keys.chord(Keys.CONTROL, "a"), Keys.BACK_SPACE, text);
  }

  /// The rows of a section's table, as one text each, read at one instant.
  private List<String> rows(String section) {
    Object found =
        browser.script(
            "return Array.from(document.querySelectorAll('[aria-labelledby="
                + section
                + "] .table tbody tr'), e => e.innerText)");
    return ((List<?>) found).stream().map(String::valueOf).toList();
  }
}
