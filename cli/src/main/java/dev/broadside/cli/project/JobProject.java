package dev.broadside.cli.project;

import dev.broadside.cli.catalogue.DescribedPack;
import dev.broadside.cli.catalogue.LocalPack;
import dev.broadside.cli.process.Folders;
import dev.broadside.cli.shell.Causes;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Home;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// A Maven project of job classes, whose classes are run as they were last saved: what is newer
/// than its last build is compiled against the SPI and the kit by the JDK's compiler, into the
/// folder that Maven uses, too.
///
/// @param folder with the `pom.xml`
public record JobProject(Path folder) {
  /// Where job classes are named.
  static final String SERVICE = "dev.broadside.core.work.JobClass";

  private static final int MOST_ERRORS = 10;

  private static final Pattern ARTIFACT =
      Pattern.compile("(?s)<artifactId>([\\w.-]+)</artifactId>\\s*<version>([\\w.-]+)</version>");

  /// The project in a folder; empty if the folder holds none.
  public static Optional<JobProject> in(Path folder) {
    boolean project =
        Files.isRegularFile(folder.resolve("pom.xml"))
            && Files.isRegularFile(
                folder.resolve("src/main/resources/META-INF/services").resolve(SERVICE));
    return project ? Optional.of(new JobProject(folder.toAbsolutePath())) : Optional.empty();
  }

  private Path classes() {
    return folder.resolve("target/classes");
  }

  /// The project's own libraries, which go into the pack.
  private Path libraries() {
    return folder.resolve("lib");
  }

  private static boolean isLibrary(Path file) {
    String name = file.toString();
    return name.endsWith(".jar") && !name.endsWith("-sources.jar");
  }

  /// The project as a pack, built again if a file was saved since the last build.
  public LocalPack pack(Home home) throws CommandException {
    try {
      Path pack = folder.resolve("target/broadside/pack.jar");
      FileTime saved = newest(folder.resolve("src/main"));
      if (newest(classes()).compareTo(saved) < 0) {
        compile(home);
      }
      FileTime made = Files.exists(pack) ? Files.getLastModifiedTime(pack) : FileTime.fromMillis(0);
      if (made.compareTo(newest(classes())) < 0 || made.compareTo(newest(libraries())) < 0) {
        describe(pack);
      }
      return LocalPack.read(pack).orElseThrow();
    } catch (IOException e) {
      throw new CommandException(
          Problem.wrong(
              "project " + folder, "it cannot be built (" + Causes.of(e) + ")", "see its files"));
    }
  }

  /// When the newest file was saved; 1970 if there are no files.
  private static FileTime newest(Path root) throws IOException {
    FileTime newest = FileTime.fromMillis(0);
    for (Path file : files(root)) {
      FileTime saved = Files.getLastModifiedTime(file);
      newest = saved.compareTo(newest) > 0 ? saved : newest;
    }
    return newest;
  }

  private static List<Path> files(Path root) throws IOException {
    if (!Files.isDirectory(root)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private void compile(Home home) throws CommandException, IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new CommandException(
          Problem.wrong(
              "project " + folder,
              "this Java has no compiler",
              "set JAVA_HOME to a JDK, or build with ./mvnw package"));
    }
    // Classes whose source was deleted must go.
    Folders.delete(classes());
    Files.createDirectories(classes());
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    List<Path> sources = files(folder.resolve("src/main/java"));
    try (StandardJavaFileManager manager =
        compiler.getStandardFileManager(found, Locale.ROOT, StandardCharsets.UTF_8)) {
      boolean good =
          sources.isEmpty()
              || compiler
                  .getTask(
                      null,
                      manager,
                      found,
                      options(home),
                      null,
                      manager.getJavaFileObjectsFromPaths(sources))
                  .call();
      if (!good) {
        throw new CommandException(problems(found));
      }
    }
    copyResources();
  }

  private List<String> options(Home home) throws IOException {
    String path =
        Stream.concat(files(home.repository()).stream(), files(libraries()).stream())
            .filter(JobProject::isLibrary)
            .map(Path::toString)
            .collect(Collectors.joining(java.io.File.pathSeparator));
    return List.of("-d", classes().toString(), "-cp", path, "-g", "-proc:none", "-Xlint:-options");
  }

  private List<Problem> problems(DiagnosticCollector<JavaFileObject> found) {
    return found.getDiagnostics().stream()
        .filter(one -> one.getKind() == Diagnostic.Kind.ERROR)
        .limit(MOST_ERRORS)
        .map(one -> {
          String what = PlainText.line(one.getMessage(Locale.ROOT)).replaceAll("\\s+", " ");
          return Problem.wrong(
              place(one),
              what,
              what.startsWith("package")
                  ? "put its library into lib/, or build with ./mvnw package and give --pack"
                  : "mend it and save");
        })
        .toList();
  }

  private String place(Diagnostic<? extends JavaFileObject> one) {
    if (one.getSource() == null) {
      return "project " + folder;
    }
    Path file = folder.relativize(Path.of(one.getSource().toUri()));
    return "file %s, line %d, column %d"
        .formatted(file, one.getLineNumber(), one.getColumnNumber());
  }

  private void copyResources() throws IOException {
    Path resources = folder.resolve("src/main/resources");
    for (Path file : files(resources)) {
      Path copy = classes().resolve(resources.relativize(file).toString());
      Files.createDirectories(copy.getParent());
      Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /// A JVM of its own asks the classes for their descriptions.
  private void describe(Path pack) throws CommandException, IOException {
    Files.createDirectories(pack.getParent());
    Path jar = pack.resolveSibling("classes.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream zip = new JarOutputStream(out, manifest())) {
      for (Path file : files(classes())) {
        String name = classes().relativize(file).toString().replace('\\', '/');
        if (!name.equals("META-INF/MANIFEST.MF")) {
          zip.putNextEntry(new JarEntry(name));
          Files.copy(file, zip);
        }
      }
    }
    try {
      DescribedPack.build(
          jar, pack, "", files(libraries()).stream().filter(JobProject::isLibrary).toList());
    } finally {
      Files.delete(jar);
    }
  }

  private Manifest manifest() throws IOException {
    Matcher pom = ARTIFACT.matcher(Files.readString(folder.resolve("pom.xml")));
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (pom.find()) {
      main.put(Attributes.Name.IMPLEMENTATION_TITLE, pom.group(1));
      main.put(Attributes.Name.IMPLEMENTATION_VERSION, pom.group(2));
    }
    return manifest;
  }
}
