package dev.broadside.cli.process;

import dev.broadside.cli.shell.Home;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// How this same program is started once more: the same Java, class path and installation.
public final class Self {
  private Self() {}

  /// The command line of another Broadside command.
  ///
  /// @param heapMegabytes the most that its heap may grow to
  public static List<String> command(Home home, int heapMegabytes, List<String> line) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + heapMegabytes + "m");
    // The demo's server and agents share the host with its load: the second compiler would take
    // more
    // than it gives.
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-XX:+UseSerialGC");
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("--sun-misc-unsafe-memory-access=allow");
    command.add("-Xlog:disable");
    command.add("-Xlog:all=error,aot=off,cds=off:stderr");
    command.add("-Dbroadside.home=" + home.root());
    Path classes = home.root().resolve("start.aot");
    if (Files.exists(classes)) {
      command.add("-XX:AOTCache=" + classes);
    }
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add("dev.broadside.cli.Broadside");
    command.addAll(line);
    return command;
  }
}
