package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.system.harness.Browser;
import dev.broadside.system.harness.Command;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/// The way in, in a real browser: on the server's host over plain HTTP, and over TLS.
class LoginPageTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final String INSIDE = "No agent has joined yet.";

  @TempDir private Path folder;

  @Test
  void aLinkLogsInAndAfterARestartTheFormTakesALinkOrOverTlsTheAdminToken() throws IOException {
    try (Browser browser = Browser.open(folder.resolve("browser"))) {
      URI address;
      try (Command server = start(0)) {
        URI link = link(server);
        address = link.resolve("/");
        browser.visit(link.toString());
        browser.awaitText(INSIDE);
        assertEquals(address.toString(), browser.address(), "the token has left the address bar");
        assertEquals(List.of(), browser.complaints(), "the console is silent");
        browser.visit(address.resolve("/targets").toString());
        browser.find(".empty .button-main").click();
        browser.find("#target-name").sendKeys("typed");
        browser.find("#target-url").sendKeys("jdbc:h2:mem:before");
      }
      try (Command restarted = start(address.getPort())) {
        URI link = link(restarted);
        browser.type(Keys.ENTER);
        browser.awaitText("What you have typed is kept", MINUTE);
        assertFalse(browser.text().contains("Add the target"), browser::text);
        logIn(browser, link.toString(), "Add the target");
        assertEquals("typed", browser.find("#target-name").getDomProperty("value"));
        browser.find("#target-url").sendKeys(Keys.ENTER);
        browser.awaitText("typed is there");
        logOut(browser);
        browser.visit(address.toString());

        logIn(browser, link.toString().replaceFirst(".*#token=", ""), "wrong, used or expired");
        String admin = Files.readString(folder.resolve("server/admin-token"));
        logIn(browser, admin, "wrong, used or expired");
        browser.visit(address.toString().replace("http:", "https:"));
        logIn(browser, admin);
        assertTrue(browser.text().contains("Log out"), browser::text);
      }
    }
  }

  private Command start(int port) {
    return Command.start("server", "--data", data(), "--port", "" + port);
  }

  private String data() {
    return folder.resolve("server").toString();
  }

  private URI link(Command server) {
    server.awaitText(MINUTE, "Broadside server: (\\S+)");
    try (Command login = Command.start("server", "login", "--server", data())) {
      assertEquals(0, login.awaitExit(MINUTE), login::toString);
      return URI.create(login.out().strip());
    }
  }

  private static void logIn(Browser browser, String text) {
    logIn(browser, text, INSIDE);
  }

  private static void logIn(Browser browser, String text, String then) {
    browser.find("#token").sendKeys(Keys.chord(Keys.CONTROL, "a"), Keys.BACK_SPACE, text.strip());
    browser.type(Keys.ENTER);
    browser.awaitText(then);
  }

  private static void logOut(Browser browser) {
    browser.find(".top-end .button-plain:not(.theme)").click();
    browser.awaitText("Link or token");
  }
}
