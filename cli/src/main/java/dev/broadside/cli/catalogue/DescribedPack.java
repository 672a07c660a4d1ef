package dev.broadside.cli.catalogue;

import dev.broadside.cli.process.Folders;
import dev.broadside.cli.shell.Causes;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.InputFile;
import dev.broadside.cli.shell.Shell;
import dev.broadside.client.pack.PackBuilder;
import dev.broadside.client.pack.PackException;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.sql.SqlPack;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A pack that has its descriptor: the user's file if it is one, else a copy that was described.
///
/// Describing runs the jar's code, which its author does with a jar that was just built; so it is
/// done in a JVM of its own, and never by a server.
///
/// @param temporary the folder of the copy, which goes with this
/// @param warnings what its author may not have meant
public record DescribedPack(LocalPack pack, Optional<Path> temporary, List<Problem> warnings)
    implements AutoCloseable {
  private static final String BUILDER = "dev.broadside.client.pack.PackBuilder";
  private static final int MOST_OUTPUT = 16 * 1024;

  public static DescribedPack of(Path file) throws CommandException {
    InputFile.check(file);
    if (WordFile.kind(file) == WordFile.Kind.JOB_CLASS) {
      return ofYamlClass(file);
    }
    Optional<LocalPack> pack = LocalPack.read(file);
    if (pack.isPresent()) {
      return new DescribedPack(pack.get(), Optional.empty(), List.of());
    }
    try {
      return describe(file);
    } catch (IOException e) {
      throw refused(file, Causes.of(e));
    }
  }

  /// Its code is our own, so that it may be described here.
  private static DescribedPack ofYamlClass(Path file) throws CommandException {
    List<Problem> problems = new ArrayList<>();
    try {
      Optional<SqlPack> job = SqlPack.read(file, problems);
      if (job.isEmpty()) {
        throw new CommandException(problems);
      }
      Path folder = Files.createTempDirectory("broadside-pack-");
      Path pack = folder.resolve("pack.jar");
      job.get().write(folder.resolve("job.jar"));
      new PackBuilder().build(folder.resolve("job.jar"), pack);
      LocalPack made =
          LocalPack.read(pack).orElseThrow(() -> new IOException("the pack has no descriptor"));
      return new DescribedPack(made, Optional.of(folder), job.get().file().review().unused());
    } catch (IOException | PackException e) {
      throw refused(file, Causes.of(e));
    }
  }

  private static DescribedPack describe(Path file) throws CommandException, IOException {
    Path folder = Files.createTempDirectory("broadside-pack-");
    try {
      return new DescribedPack(
          build(file, folder.resolve("pack.jar"), "", List.of()), Optional.of(folder), List.of());
    } catch (CommandException e) {
      Folders.delete(folder);
      throw e;
    }
  }

  /// Makes a pack of a jar of job classes.
  ///
  /// @param called `NAME@VERSION`; empty if the jar's manifest says it
  /// @param libraries jars that the pack is to have besides
  public static LocalPack build(Path file, Path pack, String called, List<Path> libraries)
      throws CommandException {
    InputFile.check(file);
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                BUILDER,
                file.toAbsolutePath().toString(),
                pack.toAbsolutePath().toString(),
                called));
    libraries.forEach(library -> command.add(library.toAbsolutePath().toString()));
    try {
      Files.deleteIfExists(pack);
      String said = output(command);
      return Files.exists(pack) ? LocalPack.read(pack).orElseThrow() : refuse(file, said);
    } catch (IOException e) {
      throw refused(file, Causes.of(e));
    }
  }

  private static LocalPack refuse(Path file, String what) throws CommandException {
    throw refused(file, what);
  }

  /// What the builder says; of a jar whose code writes on and on, the beginning.
  private static String output(List<String> command) throws IOException {
    Process builder = new ProcessBuilder(command).redirectErrorStream(true).start();
    builder.getOutputStream().close();
    byte[] said = builder.getInputStream().readNBytes(MOST_OUTPUT);
    if (said.length == MOST_OUTPUT) {
      builder.destroyForcibly();
    }
    builder.onExit().join();
    return PlainText.line(new String(said, StandardCharsets.UTF_8).strip()).replaceAll("\\.$", "");
  }

  private static CommandException refused(Path file, String what) {
    return new CommandException(
        PackException.problem(
            "pack " + file, what, "give a jar that names its job classes in META-INF/services"));
  }

  /// Tells the warnings, a line each.
  public void warn(Shell shell) {
    warnings.forEach(one -> shell.err().println("warning: " + PlainText.line(one.sentence())));
  }

  @Override
  public void close() {
    try {
      for (Path folder : temporary.map(List::of).orElse(List.of())) {
        Folders.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("a temporary folder cannot be removed", e);
    }
  }
}
