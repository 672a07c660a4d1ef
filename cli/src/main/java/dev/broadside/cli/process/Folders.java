package dev.broadside.cli.process;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;

/// Where this user's files belong, by the XDG rules, and how a folder goes away.
///
/// @param cache what can be made again
/// @param state what is remembered from one command to the next
public record Folders(Path cache, Path state) {

  public static Folders of(Map<String, String> environment) {
    Path home = Path.of(System.getProperty("user.home"));
    return new Folders(
        folder(environment, "XDG_CACHE_HOME", home.resolve(".cache")),
        folder(environment, "XDG_STATE_HOME", home.resolve(".local").resolve("state")));
  }

  private static Path folder(Map<String, String> environment, String variable, Path usual) {
    String text = environment.getOrDefault(variable, "");
    Path base = text.startsWith("/") ? Path.of(text) : usual;
    return base.resolve("broadside");
  }

  /// Deletes a folder and all in it, if it exists. Links are deleted, not followed.
  public static void delete(Path folder) throws IOException {
    try {
      Files.walkFileTree(folder, new Deletion());
    } catch (NoSuchFileException _) {
      // Gone already, which is what was asked.
    }
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
      if (e instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw e;
    }

    @Override
    public FileVisitResult postVisitDirectory(
        Path folder, @org.jspecify.annotations.Nullable IOException e) throws IOException {
      if (e != null) {
        throw e;
      }
      Files.deleteIfExists(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
