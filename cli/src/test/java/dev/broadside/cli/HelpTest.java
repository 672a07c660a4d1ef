package dev.broadside.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/// The help of every command, at several widths.
class HelpTest {
  @TempDir private Path home;
  private CommandRig rig;

  @BeforeEach
  void start() {
    rig = new CommandRig(home);
  }

  private static Stream<CommandLine> all(CommandLine command) {
    return Stream.concat(
        Stream.of(command),
        Set.copyOf(command.getSubcommands().values()).stream().flatMap(HelpTest::all));
  }

  private static String usage(CommandLine command) {
    return command.getUsageMessage(CommandLine.Help.Ansi.OFF);
  }

  @Test
  void noLineIsWiderThanTheTerminal() {
    List<String> wide = new ArrayList<>();
    all(Commands.tree(rig.shell()))
        .forEach(command ->
            usage(command)
                .lines()
                .filter(line -> line.length() > 80)
                .forEach(line -> wide.add(command.getCommandSpec().qualifiedName() + ": " + line)));
    assertEquals(List.of(), wide);
  }

  @Test
  void everyWordOfADescriptionIsWhole() {
    all(Commands.tree(rig.shell()))
        .forEach(command -> {
          Set<String> shown = new HashSet<>(List.of(usage(command).split("\\s+")));
          command.getCommandSpec().args().stream()
              .filter(arg -> !arg.hidden())
              .flatMap(arg -> Stream.of(arg.description()))
              .flatMap(text -> Stream.of(text.split("\\s+")))
              .forEach(
                  word -> assertTrue(shown.contains(word), command.getCommandName() + ": " + word));
        });
  }

  @Test
  void everyCommandStandsUnderAHeading() {
    all(Commands.tree(rig.shell()))
        .forEach(command -> {
          String text = usage(command);
          command
              .getSubcommands()
              .keySet()
              .forEach(
                  name -> assertTrue(text.contains(name), command.getCommandName() + ": " + name));
        });
  }

  @Test
  void theOptionsOfARunStandUnderHeadingsTheMostUsedFirst() {
    String help = rig.run("run", "--help").out();
    List<String> headings = help.lines().filter(line -> line.matches("[A-Z].*:")).toList();
    assertEquals(
        List.of(
            "The job:",
            "Load:",
            "Study, the same job several times:",
            "Result:",
            "For authors of job classes:",
            "What jobs may do on this host:",
            "Time limits:",
            "Options:",
            "Examples:"),
        headings,
        help);
    assertTrue(help.indexOf("--threads") < help.indexOf("--json"), help);
    assertTrue(help.indexOf("--json") < help.indexOf("--verify-timeout"), help);
  }

  @ParameterizedTest
  @ValueSource(strings = {"help", "--help", "-h"})
  void helpIsThereHoweverItIsAskedFor(String word) {
    assertTrue(rig.run(word).out().startsWith("Usage: broadside "));
    assertEquals(0, rig.run(word).status());
  }

  @Test
  void helpOfACommandMayBeAskedForInFront() {
    assertEquals(rig.run("job", "cancel", "--help").out(), rig.run("help", "job", "cancel").out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"-V", "--version"})
  void theVersionMayBeAskedForByAnOption(String word) {
    assertEquals(rig.run("version").out(), rig.run(word).out());
  }
}
