package dev.broadside.bench.peers;

import dev.broadside.bench.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The peer: sysbench 1.0 on one database, by its own scripts. [#close()] removes the file with the
/// password.
///
/// @param config the options that are the same for every call, away from the command line since a
///   password is among them
public record Sysbench(Path config) implements AutoCloseable {
  public static void require() throws Tool.MissingException {
    Tool.require("sysbench", "apt-get install sysbench");
  }

  public static String version() throws IOException, InterruptedException {
    return Tool.output(List.of("sysbench", "--version"), Map.of()).strip();
  }

  public static Sysbench on(ServedMariaDb database) throws IOException {
    Path config =
        Files.createTempFile(
            "sysbench",
            ".cfg",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.write(
        config,
        List.of(
            "db-driver=mysql",
            "db-ps-mode=auto",
            "mysql-ssl=off",
            "mysql-host=" + ServedMariaDb.HOST,
            "mysql-port=" + database.port(),
            "mysql-db=" + database.name(),
            "mysql-user=" + database.user(),
            "mysql-password=" + database.password()));
    return new Sysbench(config);
  }

  /// How its tables are laid out, for both sides.
  public record Tables(int count, int rows) {
    /// In the words of both sides.
    public List<String> options() {
      return List.of("--tables=" + count, "--table-size=" + rows);
    }
  }

  /// Makes the tables, and says how long that took.
  public Tool.Ended prepare(Tables tables, int threads) throws IOException, InterruptedException {
    return call("oltp_read_write", tables, List.of("--threads=" + threads), "prepare");
  }

  public void cleanUp(Tables tables) throws IOException, InterruptedException {
    call("oltp_read_write", tables, List.of(), "cleanup");
  }

  /// The command that puts load on the tables until it is ended.
  public List<String> running(String script, Tables tables, int threads) {
    return line(
        script, tables, List.of("--threads=" + threads, "--time=0", "--rand-type=uniform"), "run");
  }

  private Tool.Ended call(String script, Tables tables, List<String> options, String command)
      throws IOException, InterruptedException {
    return Tool.end(line(script, tables, options, command), Map.of());
  }

  private List<String> line(String script, Tables tables, List<String> options, String command) {
    List<String> line = new ArrayList<>(List.of("sysbench", "--config-file=" + config, script));
    line.addAll(tables.options());
    line.addAll(options);
    line.add(command);
    return line;
  }

  @Override
  public void close() throws IOException {
    Files.delete(config);
  }
}
