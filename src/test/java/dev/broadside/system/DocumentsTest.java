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
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the documents name exists: files, headings, types, sub-commands, options; and their first
/// job files run.
class DocumentsTest {
  private static final Path ROOT = Command.home().resolve("../../..").normalize();
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
  private static final Pattern FENCED = Pattern.compile("(?s)```\\w*\\n(.*?)```");
  private static final Pattern COMMAND =
      Pattern.compile("(?m)^\\s*(?:\\.|\\.\\./\\.\\.)/broadside ((?:\\\\\\n|[^\\n#])*)");
  private static final Pattern OPTION = Pattern.compile("--[a-z][a-z-]*");
  private static final Pattern LISTED_COMMAND =
      Pattern.compile("(?m)^  ([a-z][a-z-]*)(?:, [a-z][a-z-]*)? {2,}\\S");
  private static final Pattern TYPE = Pattern.compile("`([A-Z][a-z]\\w*)(?:[.#<][^`]*)?`");
  private static final Pattern DECLARATION =
      Pattern.compile("(?m)^[^/\\n]*\\b(?:class|record|interface|enum) ([A-Z]\\w+)");

  private final Map<List<String>, String> helps = new HashMap<>();

  @Test
  void everyRelativeLinkLeadsToAFileAndToAHeadingOfIt() {
    Set<String> broken = new TreeSet<>();
    int links = 0;
    for (Path document : documents()) {
      for (MatchResult link : matches(LINK, read(document))) {
        String[] target = link.group(1).split("#", 2);
        if (link.group(1).contains(":")) {
          continue;
        }
        links++;
        Path file = target[0].isEmpty() ? document : document.resolveSibling(target[0]);
        if (!Files.exists(file) || (target.length > 1 && !headings(file).contains(target[1]))) {
          broken.add(ROOT.relativize(document) + " -> " + link.group(1));
        }
      }
    }
    assertTrue(links > 20, links + " links were found");
    assertEquals(Set.of(), broken);
  }

  /// By the names under which they are linked to.
  private static Set<String> headings(Path document) {
    Set<String> names = new HashSet<>();
    for (String heading : all(HEADING, FENCED.matcher(read(document)).replaceAll(""))) {
      String plain = heading.replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1").toLowerCase(Locale.ROOT);
      names.add(plain.replaceAll("[^\\w\\s-]", "").strip().replace(' ', '-'));
    }
    return names;
  }

  /// The pages for contributors are read with the code open, and what was renamed is not found.
  @Test
  void everyTypeThatAPageForContributorsNamesIsInTheSources() {
    Set<String> declared = new HashSet<>();
    for (Path file : files(ROOT, Integer.MAX_VALUE, ".java")) {
      declared.addAll(all(DECLARATION, read(file)));
    }
    Set<String> unknown = new TreeSet<>();
    for (String name : List.of("architecture.md", "life-of-a-job.md", "reliability.md")) {
      for (String type : all(TYPE, read(ROOT.resolve("docs").resolve(name)))) {
        if (!declared.contains(type)) {
          unknown.add(name + ": " + type);
        }
      }
    }
    assertEquals(Set.of(), unknown);
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

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/jobs.md"})
  void theFirstJobFileOfThePageRuns(String page, @TempDir Path folder) throws IOException {
    String example =
        all(Pattern.compile("(?s)```yaml\\n(.*?)```"), read(ROOT.resolve(page))).getFirst();
    Path file = Files.writeString(folder.resolve("job.yaml"), example);
    try (Command run = Command.start("run", "-f", file.toString(), "--duration", "1s")) {
      run.awaitExit(MINUTE); // a busy machine may break a threshold
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
    // What stands in quotes is the command of another program.
    return optionsOf(line.replaceAll("'[^']*'", "")).stream()
        .filter(option -> !known.contains(option))
        .toList();
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
