package dev.broadside.system.harness;

import dev.broadside.core.fixture.Await;
import java.time.Duration;
import java.util.List;

/// What every view of the page keeps to, as far as a program can tell by looking at it.
public final class Look {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  /// Text that cannot be told from its ground by weak eyes: WCAG 2.2, 1.4.3, wants 4.5 to 1.
  private static final String SCRIPT =
      """
      const faults = [];
      const over = document.documentElement.scrollWidth - innerWidth;
      over > 0 && faults.push(`scrolls sideways by ${over} px`);
      const titles = document.querySelectorAll("h1").length;
      titles === 1 || faults.push(`${titles} headings of the first level`);
      const said = (ids) => (ids ?? "").split(" ").map((id) => document.getElementById(id)?.textContent.trim()).join("");
      for (const one of document.querySelectorAll("input, select, textarea, button, a[href]")) {
        const name = one.getAttribute("aria-label") || said(one.getAttribute("aria-labelledby"))
          || Array.from(one.labels ?? [], (label) => label.textContent.trim()).join("")
          || one.textContent.trim();
        name || faults.push(`without a name: ${one.outerHTML.slice(0, 120)}`);
      }
      for (const one of document.querySelectorAll("button, a.button")) {
        const { height } = one.getBoundingClientRect();
        height > 90 && faults.push(`${Math.round(height)} px high, as if broken: ${one.textContent.trim()}`);
      }
      const ids = Array.from(document.querySelectorAll("[id]"), (one) => one.id);
      ids.filter((id, i) => ids.indexOf(id) !== i).forEach((id) => faults.push(`two of id ${id}`));
      const probe = document.body.appendChild(document.createElement("i"));
      const light = (token) => {
        probe.style.color = `var(--${token})`;
        const parts = getComputedStyle(probe).color.match(/[0-9.]+/g).slice(0, 3).map((one) => one / 255);
        const [r, g, b] = parts.map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const grounds = ["ground", "surface", "raised"];
      const pairs = ["ink", "muted", "accent", "good", "warn", "bad", "chart-ink"]
        .flatMap((text) => grounds.map((ground) => [text, ground]))
        .concat(["good", "warn", "bad", "accent", "ink"].map((text) => [text, `${text === "ink" ? "accent" : text}-soft`]))
        .concat([["accent-ink", "accent"], ["surface", "bad"]]);
      for (const [text, ground] of pairs) {
        const [high, low] = [light(text), light(ground)].sort((a, b) => b - a);
        const contrast = (high + 0.05) / (low + 0.05);
        contrast >= 4.5 || faults.push(`${text} on ${ground} has a contrast of ${contrast.toFixed(2)}`);
      }
      probe.remove();
      return faults;
      """;

  private Look() {}

  /// Waits until a page looks as it should: it may just be drawing itself.
  public static void awaitGood(Browser browser, String page) {
    Await.until(
        MINUTE,
        page + " looks as it should",
        () -> faults(browser).isEmpty(),
        () -> faults(browser).toString());
  }

  /// What is wrong with what the browser shows at its present size and colour scheme.
  private static List<String> faults(Browser browser) {
    return browser.script(SCRIPT) instanceof List<?> found
        ? found.stream().map(String::valueOf).toList()
        : List.of("nothing could be looked at");
  }
}
