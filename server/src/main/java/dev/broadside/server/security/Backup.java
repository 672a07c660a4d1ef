package dev.broadside.server.security;

import dev.broadside.core.param.Problem;
import dev.broadside.core.sentence.FileCause;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.base.StoreException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Set;

/// Makes a consistent copy of a server's data folder while the server runs. A server can be started
/// with the copy.
public final class Backup {
  private static final String STORE = "broadside.db";

  /// Files of the running server, which are not copied.
  private static final Set<String> ITS_OWN =
      Set.of("lock", "join", STORE, STORE + "-wal", STORE + "-shm");

  /// The suffix of a pack that is being uploaded.
  private static final String UPLOAD = ".part";

  private Backup() {}

  /// @param to a folder that is missing, or is empty; not within the data folder, or it would be
  ///   copied into itself
  /// @return whether the copy has the results; it has not if they are in PostgreSQL
  public static boolean make(Path data, Path to) throws SetupException {
    if (!Files.isDirectory(data.resolve("packs"))) {
      throw wrong(data, "it is no server's data folder", "name that one with --data");
    }
    if (to.toAbsolutePath().normalize().startsWith(data.toAbsolutePath().normalize())) {
      throw wrong(to, "it lies in the data folder", "name one outside of it");
    }
    try {
      if (Files.exists(to) && !(Files.isDirectory(to) && isEmpty(to))) {
        throw wrong(to, "there is something already", "name a new folder");
      }
      PrivateFiles.createDirectory(to);
      boolean here = Files.exists(data.resolve(STORE));
      // The store first: a pack's file is there before the store names it, so what is copied after
      // the store has every pack that it names.
      List<String> packs =
          here ? ResultStore.copy(data.resolve(STORE), to.resolve(STORE)) : List.of();
      copy(data, to);
      checkPacks(packs, to.resolve("packs"));
      return here;
    } catch (IOException e) {
      throw unwritten(to, FileCause.of(e));
    } catch (StoreException e) {
      throw unwritten(to, "" + e.getMessage());
    }
  }

  private static SetupException unwritten(Path to, String why) {
    return wrong(
        to, "it could not be written (" + why + ")", "make room there, or name another folder");
  }

  /// A pack that is removed in between is missing in the copy, although its store names it.
  private static void checkPacks(List<String> named, Path packs) throws SetupException {
    for (String sha256 : named) {
      if (Files.notExists(packs.resolve(sha256 + ".jar"))) {
        throw wrong(
            packs,
            "the copy lacks pack sha256:" + sha256 + ", which its store names",
            "make the backup again in a new folder; if it still lacks it, upload that pack anew");
      }
    }
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.findAny().isEmpty();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            Path target = to.resolve(from.relativize(folder).toString());
            if (Files.notExists(target)) {
              Files.copy(folder, target, StandardCopyOption.COPY_ATTRIBUTES);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            String name = from.relativize(file).toString();
            if (!ITS_OWN.contains(name) && !name.endsWith(UPLOAD)) {
              try {
                Files.copy(file, to.resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
              } catch (NoSuchFileException e) {
                return visitFileFailed(file, e);
              }
            }
            return FileVisitResult.CONTINUE;
          }

          /// The server may have removed a file meanwhile, which is then not needed.
          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            return e instanceof NoSuchFileException
                ? FileVisitResult.CONTINUE
                : super.visitFileFailed(file, e);
          }
        });
  }

  private static SetupException wrong(Path where, String what, String mend) {
    return new SetupException(Problem.wrong(where.toString(), what, mend));
  }
}
