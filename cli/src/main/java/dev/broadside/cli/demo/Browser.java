package dev.broadside.cli.demo;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Opens a page in the user's browser, where there is a display to open it on.
final class Browser {
  private Browser() {}

  /// Tries to; a page that does not open is no failure, since its address has been printed.
  static void open(String url, Map<String, String> environment) {
    Optional<String> opener = opener(environment);
    if (opener.isEmpty()) {
      return;
    }
    try {
      new ProcessBuilder(List.of(opener.get(), url))
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException _) {
      // No such program: the user can still follow the address.
    }
  }

  private static Optional<String> opener(Map<String, String> environment) {
    if (System.getProperty("os.name").startsWith("Mac")) {
      return Optional.of("open");
    }
    boolean display =
        environment.containsKey("DISPLAY") || environment.containsKey("WAYLAND_DISPLAY");
    return display && !environment.containsKey("CI") ? Optional.of("xdg-open") : Optional.empty();
  }
}
