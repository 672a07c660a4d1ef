package dev.broadside.cli.catalogue;

import dev.broadside.cli.process.Folders;
import dev.broadside.cli.shell.Causes;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.core.param.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A pack that has its descriptor: the user's file where it is one, else a copy that was described.
///
/// Describing runs the jar's code, which its author does with a jar that was just built; so it is
/// done in a JVM of its own, and never by a server.
///
/// @param temporary the folder of the copy, which goes with this
public record DescribedPack(LocalPack pack, Optional<Path> temporary) implements AutoCloseable {
  private static final String BUILDER = "dev.broadside.client.pack.PackBuilder";

  public static DescribedPack of(Path file) throws CommandException {
    Optional<LocalPack> pack = LocalPack.read(file);
    if (pack.isPresent()) {
      return new DescribedPack(pack.get(), Optional.empty());
    }
    try {
      return describe(file);
    } catch (IOException e) {
      throw refused(file, Causes.of(e));
    }
  }

  private static DescribedPack describe(Path file) throws CommandException, IOException {
    Path folder = Files.createTempDirectory("broadside-pack-");
    Path copy = folder.resolve("pack.jar");
    Process builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                BUILDER,
                file.toAbsolutePath().toString(),
                copy.toString())
            .redirectErrorStream(true)
            .start();
    builder.getOutputStream().close();
    String said =
        new String(builder.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    Optional<LocalPack> pack =
        builder.onExit().join().exitValue() == 0 ? LocalPack.read(copy) : Optional.empty();
    if (pack.isEmpty()) {
      Folders.delete(folder);
      throw refused(file, "it cannot be described (" + said.replaceAll("\\.$", "") + ")");
    }
    return new DescribedPack(pack.get(), Optional.of(folder));
  }

  private static CommandException refused(Path file, String what) {
    return new CommandException(
        Problem.wrong(
            "pack " + file, what, "give a jar that names its job classes in META-INF/services"));
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
