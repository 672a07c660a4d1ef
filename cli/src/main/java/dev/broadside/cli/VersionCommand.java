package dev.broadside.cli;

import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.shell.Version;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `broadside version`.
@Command(name = "version", description = "Print the version.")
final class VersionCommand implements Callable<Integer> {
  private final Shell shell;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  VersionCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("version", Version.text());
    facts.put("java", System.getProperty("java.version"));
    facts.put("javaHome", System.getProperty("java.home"));
    facts.put("vm", System.getProperty("java.vm.name"));
    facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    String text =
        "broadside %s (Java %s, %s)"
            .formatted(facts.get("version"), facts.get("java"), facts.get("os"));
    shell.print(json, facts, text);
    return ExitStatus.OK;
  }
}
