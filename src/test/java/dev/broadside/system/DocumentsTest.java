package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.cli.Broadside;
import dev.broadside.cli.shell.Home;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Terminal;
import dev.broadside.system.harness.Command;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the documents name exists: files, types, sub-commands, options.
class DocumentsTest {
  private static final Path ROOT = Command.home().resolve("../../..").normalize();
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private static final Pattern LINK = Pattern.compile("]\\(([^)#\\s]+)(?:#[^)]*)?\\)");
  private static final Pattern FENCED = Pattern.compile("(?s)```\\w*\\n(.*?)```");
  private static final Pattern COMMAND =
      Pattern.compile("(?m)^\\s*(?:\\.|\\.\\./\\.\\.)/broadside ((?:\\\\\\n|[^\\n#])*)");
  private static final Pattern OPTION = Pattern.compile("--[a-z][a-z-]*");
  private static final Pattern LISTED_COMMAND = Pattern.compile("(?m)^  ([a-z-]+) {2,}\\S");
  private static final Pattern TYPE_IN_TABLE =
      Pattern.compile("`((?:[a-z]+\\.)*[A-Z]\\w+(?:\\.[A-Z]\\w+)?)(?:\\.[a-z]\\w*)?(?:<\\w>)?`");
  private static final Pattern PACKAGE =
      Pattern.compile("(?m)^package dev\\.broadside\\.([a-z0-9.]+);");
  private static final Pattern DECLARATION =
      Pattern.compile("(?m)^[^/\\n]*\\b(?:class|record|interface|enum) ([A-Z]\\w+)");

  /// `Type#method`, `Type`, or `#method` of the type before it in its line.
  private static final Pattern NAMED_TEST =
      Pattern.compile("`(?=[A-Z#])([A-Z]\\w+(?:Test|Contract))?(#[a-z]\\w+)?`");

  private final Map<List<String>, String> helps = new HashMap<>();

  @Test
  void everyRelativeLinkLeadsToAFile() {
    Set<String> broken = new TreeSet<>();
    int links = 0;
    for (Path document : documents()) {
      for (MatchResult link : matches(LINK, read(document))) {
        String target = link.group(1);
        if (!target.contains(":")) {
          links++;
          if (!Files.exists(document.resolveSibling(target))) {
            broken.add(ROOT.relativize(document) + " -> " + target);
          }
        }
      }
    }
    assertTrue(links > 20, links + " links were found");
    assertEquals(Set.of(), broken);
  }

  @Test
  void everyTypeInTheTablesIsInTheSources() {
    Set<String> declared = declaredTypes();
    Set<String> unknown = new TreeSet<>();
    int types = 0;
    for (String name : List.of("architecture.md", "life-of-a-job.md")) {
      String tables =
          read(ROOT.resolve("docs").resolve(name))
              .lines()
              .filter(line -> line.startsWith("|"))
              .reduce("", (one, other) -> one + "\n" + other);
      for (MatchResult type : matches(TYPE_IN_TABLE, tables)) {
        types++;
        if (!isDeclared(type.group(1), declared)) {
          unknown.add(name + ": " + type.group(1));
        }
      }
    }
    assertTrue(types > 50, types + " types were found");
    assertEquals(Set.of(), unknown);
  }

  /// A table that promises names its proof, and a proof that was renamed is none.
  @Test
  void everyTestThatReliabilityNamesIsInTheSources() {
    Map<String, String> tests = testSources();
    Set<String> unknown = new TreeSet<>();
    int named = 0;
    for (String line : read(ROOT.resolve("docs/reliability.md")).split("\n")) {
      String type = "";
      for (MatchResult test : matches(NAMED_TEST, line)) {
        type = Objects.requireNonNullElse(test.group(1), type);
        String method = Objects.requireNonNullElse(test.group(2), "");
        String source = tests.getOrDefault(type, "");
        named++;
        if (source.isEmpty() || !declares(source, method)) {
          unknown.add(type + method);
        }
      }
    }
    assertTrue(named > 100, named + " tests were found");
    assertEquals(Set.of(), unknown);
  }

  @Test
  void everyFaultAndEveryRiskHasItsRow() {
    List<String> rows =
        all(Pattern.compile("(?m)^\\| ([FM]\\d+) \\|"), read(ROOT.resolve("docs/reliability.md")));
    List<String> expected = new ArrayList<>();
    IntStream.rangeClosed(1, 28).forEach(number -> expected.add("F" + number));
    IntStream.rangeClosed(1, 13).forEach(number -> expected.add("M" + number));
    assertEquals(expected, rows);
  }

  private static boolean declares(String source, String method) {
    return method.isEmpty() || source.contains("void " + method.substring(1) + "(");
  }

  /// Texts of the test classes by their names.
  private static Map<String, String> testSources() {
    Map<String, String> sources = new HashMap<>();
    for (Path file : files(ROOT, Integer.MAX_VALUE, ".java")) {
      String name = file.getFileName().toString().replace(".java", "");
      if (name.endsWith("Test") || name.endsWith("Contract")) {
        sources.merge(name, read(file), String::concat);
      }
    }
    return sources;
  }

  /// A reader who follows a job from the click to its result opens no more.
  @Test
  void theLifeOfAJobOpensNoMoreThanFortyFiveClasses() {
    Set<String> opened = new TreeSet<>();
    List<String> hops =
        read(ROOT.resolve("docs/life-of-a-job.md"))
            .lines()
            .filter(line -> line.matches("\\| \\d+ \\|.*"))
            .toList();
    for (String hop : hops) {
      opened.addAll(all(TYPE_IN_TABLE, hop));
    }
    assertEquals(10, hops.size());
    assertTrue(opened.size() > 10 && opened.size() <= 45, opened.size() + ": " + opened);
  }

  @Test
  void everyCommandAndOptionIsInTheHelp() {
    Set<String> unknown = new TreeSet<>();
    int commands = 0;
    for (Path document : documents()) {
      for (MatchResult block : matches(FENCED, read(document))) {
        for (MatchResult command : matches(COMMAND, block.group(1))) {
          commands++;
          String line = command.group(1).replace("\\\n", " ").strip();
          unknownWords(line)
              .forEach(word -> unknown.add(ROOT.relativize(document) + ": " + word + ": " + line));
        }
      }
    }
    assertTrue(commands > 20, commands + " commands were found");
    assertEquals(Set.of(), unknown);
  }

  @Test
  void theJobFileOfTheGuideRuns(@TempDir Path folder) throws IOException {
    String guide = read(ROOT.resolve("docs").resolve("job-files.md"));
    String example = all(Pattern.compile("(?s)```yaml\\n(.*?)```"), guide).getFirst();
    Path file = Files.writeString(folder.resolve("job.yaml"), example);
    try (Command run = Command.start("run", "-f", file.toString(), "--duration", "1s")) {
      assertEquals(0, run.awaitExit(MINUTE), run::toString);
      assertTrue(run.out().contains("8 threads"), run::toString);
      assertTrue(run.out().contains("AUDIT BALANCED"), run::toString);
    }
  }

  /// Words of a command line that no help knows: the sub-command, or options.
  private List<String> unknownWords(String line) {
    List<String> words = List.of(line.split("\\s+"));
    List<String> command = new ArrayList<>();
    for (String word : words) {
      List<String> below = all(LISTED_COMMAND, help(command));
      // A command that has others below it may also do something itself.
      if (below.isEmpty() || word.startsWith("-")) {
        break;
      }
      if (!below.contains(word)) {
        return List.of(word);
      }
      command.add(word);
    }
    Set<String> known = new HashSet<>(optionsOf(help(command)));
    boolean runs =
        Set.of("run", "job submit", "job test", "study submit").contains(String.join(" ", command));
    if (runs && !words.get(command.size()).startsWith("-")) {
      known.addAll(optionsOf(helpOfJobClass(words.get(command.size()))));
    }
    return optionsOf(line).stream().filter(option -> !known.contains(option)).toList();
  }

  private String helpOfJobClass(String jobClass) {
    return jobClass.equals("hot_counter")
        ? help(List.of("run", jobClass, "--pack", System.getProperty("broadside.example")))
        : help(List.of("run", ofExample(jobClass)));
  }

  /// A job class of an example is not installed; its file is there.
  private static String ofExample(String jobClass) {
    String file = jobClass.equals("transfer") ? "examples/sql/transfer.yaml" : jobClass;
    return file.endsWith(".yaml") ? ROOT.resolve(file).toString() : file;
  }

  private String help(List<String> command) {
    return helps.computeIfAbsent(command, DocumentsTest::ask);
  }

  /// Asked in this JVM: one of its own for each of a hundred commands would take minutes.
  private static String ask(List<String> words) {
    List<String> line = new ArrayList<>(words);
    line.add("--help");
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
    Home home = new Home(Command.home());
    Shell shell =
        new Shell(out, out, Map.of(), Terminal.PIPE, Terminal.PIPE, home, _ -> Optional.empty());
    int status = new Broadside(shell).run(line.toArray(String[]::new));
    String help = said.toString(StandardCharsets.UTF_8);
    assertEquals(0, status, () -> line + ": " + help);
    return help;
  }

  private static List<String> optionsOf(String text) {
    return matches(OPTION, text).stream().map(MatchResult::group).toList();
  }

  private static List<String> all(Pattern pattern, String text) {
    return matches(pattern, text).stream().map(match -> match.group(1)).toList();
  }

  private static List<MatchResult> matches(Pattern pattern, String text) {
    return pattern.matcher(text).results().toList();
  }

  private static boolean isDeclared(String type, Set<String> declared) {
    int inner = type.lastIndexOf('.');
    boolean nested =
        inner > 0 && Character.isUpperCase(type.charAt(type.lastIndexOf('.', inner - 1) + 1));
    return nested
        ? isDeclared(type.substring(0, inner), declared)
            && isDeclared(type.substring(inner + 1), declared)
        : declared.stream().anyMatch(one -> ("." + one).endsWith("." + type));
  }

  /// Names such as `core.work.JobClass`; types within others stand beside these.
  private static Set<String> declaredTypes() {
    Set<String> types = new HashSet<>();
    for (String module :
        List.of(
            "core/spi",
            "core",
            "jobs/kit",
            "jobs/testkit",
            "jobs/sql",
            "jobs",
            "client",
            "server",
            "cli",
            "src/test")) {
      Path sources =
          ROOT.resolve(module).resolve(module.equals("src/test") ? "java" : "src/main/java");
      for (Path file : files(sources, Integer.MAX_VALUE, ".java")) {
        String source = read(file);
        String folder = all(PACKAGE, source).getFirst();
        all(DECLARATION, source).forEach(type -> types.add(folder + "." + type));
      }
    }
    return types;
  }

  /// The documents of the root itself, and all below the folders that people read.
  private static List<Path> documents() {
    List<Path> documents = new ArrayList<>(files(ROOT, 1, ".md"));
    documents.addAll(files(ROOT.resolve("docs"), Integer.MAX_VALUE, ".md"));
    documents.addAll(files(ROOT.resolve("examples"), Integer.MAX_VALUE, ".md"));
    return documents;
  }

  private static List<Path> files(Path folder, int depth, String ending) {
    try (Stream<Path> files = Files.walk(folder, depth)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
