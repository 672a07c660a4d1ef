package dev.broadside.system.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.opentest4j.TestAbortedException;

/// What axe-core says of a view: the rules of WCAG 2.2 at its levels A and AA. Where axe cannot be
/// had, that is said loudly, and everything else is tested all the same.
public final class Accessibility {
  private static final String ASK =
      """
      return axe.run(document, {
        runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
        resultTypes: ["violations"],
      }).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map((node) =>
        `${id}: ${node.target.join(" ")}: ${node.failureSummary.replaceAll("\\n", " ")}`)));
      """;

  private static final int DESK = 1280;

  private final Optional<String> axe;

  private Accessibility(Optional<String> axe) {
    this.axe = axe;
  }

  /// @param folder that does not exist yet, for what it takes
  public static Accessibility install(Path folder) {
    try {
      Files.createDirectories(folder);
      Path packages = NodeTools.install(folder, "what axe-core says of the page");
      return new Accessibility(
          Optional.of(Files.readString(packages.resolve("axe-core/axe.min.js"))));
    } catch (TestAbortedException notRun) {
      // It has been said.
      return new Accessibility(Optional.empty());
    } catch (IOException e) {
      throw new IllegalStateException("axe-core cannot be read", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while axe-core was installed", e);
    }
  }

  /// Holds what the browser shows at its present size and colour scheme to the rules.
  ///
  /// @param width of the window: a wider one than a desk's shows nothing else, and is not asked
  public void check(Browser browser, int width, String page) {
    if (width <= DESK) {
      axe.ifPresent(source -> assertEquals(List.of(), violations(browser, source), page));
    }
  }

  private static List<?> violations(Browser browser, String source) {
    // A page that was loaded anew has lost it.
    browser.script("if (!window.axe) {" + source + "}");
    return browser.script(ASK) instanceof List<?> found
        ? found
        : List.of("nothing could be looked at");
  }
}
