package dev.broadside.cli.shell;

import dev.broadside.core.param.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The installed distribution: a folder with `bin/`, `lib/`, `drivers/`, `packs/`, `databases/`,
/// `repository/` and `wrapper/`.
///
/// @param root the folder
public record Home(Path root) {
  /// Set by the launcher.
  private static final String PROPERTY = "broadside.home";

  /// The distribution that this process was started from.
  public static Home ofProcess() {
    return new Home(Path.of(System.getProperty(PROPERTY, ".")).toAbsolutePath().normalize());
  }

  /// JDBC drivers of target databases.
  public Path drivers() {
    return root.resolve("drivers");
  }

  /// What authors compile against, as a Maven repository: the SPI, the kit and the test kit.
  public Path repository() {
    return root.resolve("repository");
  }

  /// What starts Maven in projects of authors.
  public Path wrapper() {
    return root.resolve("wrapper");
  }

  /// The packs that come with the distribution.
  public List<Path> packs() {
    return jars("packs", "");
  }

  /// The binaries of a local database, which a jar carries; empty if the distribution brings none.
  public List<Path> databases(String prefix) {
    return jars("databases", prefix);
  }

  /// The driver jars whose names begin so.
  public List<Path> drivers(String prefix) {
    return jars("drivers", prefix);
  }

  /// Flags by which a JVM starts faster: the classes that it needs, linked already, if the launcher
  /// kept them. A JVM links all of them before it begins, so each kind has its own.
  ///
  /// @param kind of a JVM: `command`, `server` or `worker`
  public List<String> startFlags(String kind) {
    Path classes = root.resolve(kind + ".aot");
    return Files.exists(classes) ? List.of("-XX:AOTCache=" + classes) : List.of();
  }

  private List<Path> jars(String folder, String prefix) {
    Path directory = root.resolve(folder);
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(prefix))
          .filter(file -> file.getFileName().toString().endsWith(".jar"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + directory, e);
    }
  }

  /// The problem of a part of the distribution that is missing.
  public Problem incomplete(String what) {
    return Problem.wrong("installation " + root, what + " is missing", "install or build it again");
  }
}
