package dev.broadside.kit.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// docs/kit.md has an example of every public type of the SPI, the kit and the test kit, and all of
/// them compile.
class KitPageTest {
  private static final Pattern BLOCK = Pattern.compile("(?s)```java\n(.*?)```");
  private static final Pattern PUBLIC =
      Pattern.compile(
          "(?m)^public (?:final |abstract |sealed |non-sealed )*(?:class|interface|record|enum|@interface) (\\w+)");

  private static final String IMPORTS =
      """
      import static org.junit.jupiter.api.Assertions.*;
      import dev.broadside.core.param.*; import dev.broadside.core.work.*; import dev.broadside.core.work.database.*;
      import dev.broadside.kit.draw.*; import dev.broadside.kit.engine.*; import dev.broadside.kit.jdbc.*;
      import dev.broadside.kit.job.*; import dev.broadside.kit.load.*; import dev.broadside.kit.monitor.*; import dev.broadside.kit.own.*; import dev.broadside.kit.plan.*;
      import dev.broadside.kit.query.*; import dev.broadside.kit.rehearsal.*; import dev.broadside.kit.verify.*; import dev.broadside.testkit.*;
      import java.net.Socket; import java.sql.*; import java.time.*; import java.util.*;
      import java.util.concurrent.atomic.*; import java.util.function.*; import java.util.random.*; import org.junit.jupiter.api.Test;
      """;

  private static List<String> blocks() throws IOException {
    return BLOCK
        .matcher(Files.readString(Path.of("../docs/kit.md")))
        .results()
        .map(block -> block.group(1))
        .toList();
  }

  /// A block is a class, or what stands in a method that is given everything.
  private static String unit(int number, String block) {
    boolean type = block.contains("class ");
    return "package page.p%d;\n%s\n%s"
        .formatted(
            type ? 0 : number,
            IMPORTS,
            type
                ? block.replace("public final class", "final class")
                : """
                final class Page {
                  static void example(ThreadContext context, VerifyContext verify, OpenTarget at,
                      Connection connection, RandomGenerator random) throws Exception {
                    %s
                  }
                }
                """
                    .formatted(block));
  }

  @Test
  void everyExampleCompiles(@TempDir Path classes) throws IOException {
    List<JavaFileObject> units = new ArrayList<>();
    List<String> blocks = blocks();
    for (int i = 0; i < blocks.size(); i++) {
      String source = unit(i + 1, blocks.get(i));
      units.add(
          new SimpleJavaFileObject(
              URI.create("string:///Page" + i + ".java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
              return source;
            }
          });
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    List<String> options =
        List.of(
            "-proc:none", "-d", classes.toString(), "-cp", System.getProperty("java.class.path"));
    boolean good = compiler.getTask(null, null, found, options, null, units).call();
    assertTrue(good, () -> found.getDiagnostics().toString());
  }

  @Test
  void everyPublicTypeHasAnExample() throws IOException {
    String examples = String.join("\n", blocks());
    TreeSet<String> missing = new TreeSet<>();
    for (String module : List.of("../core/spi", "kit", "testkit")) {
      try (Stream<Path> files = Files.walk(Path.of(module, "src/main/java"))) {
        for (Path file : files.filter(one -> one.toString().endsWith(".java")).toList()) {
          PUBLIC
              .matcher(Files.readString(file))
              .results()
              .map((MatchResult type) -> type.group(1))
              .filter(name -> !Pattern.compile("\\b" + name + "\\b").matcher(examples).find())
              .forEach(missing::add);
        }
      }
    }
    assertEquals(new TreeSet<>(), missing);
  }
}
