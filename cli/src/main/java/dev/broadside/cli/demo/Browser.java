package dev.broadside.cli.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Opens a page in the user's browser, where there is a display to open it on.
final class Browser {
  private Browser() {}

  /// Tries to; a page that does not open is no failure, since its address has been printed.
  ///
  /// @param link logs in anybody who has it. Other users of the host can read command lines, so the
  ///   browser is given a file that leads to the link
  /// @param folder for that file; closed to other users
  static void open(String link, Path folder, Map<String, String> environment) {
    Optional<String> opener = opener(environment);
    if (opener.isEmpty()) {
      return;
    }
    try {
      Path file =
          Files.writeString(
              folder.resolve("page.html"),
              "<meta http-equiv=\"refresh\" content=\"0; url=" + link + "\">");
      new ProcessBuilder(List.of(opener.get(), file.toUri().toString()))
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException _) {
      // No such program, or no room: the user can still follow the address.
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
