package dev.broadside.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The peer: sysbench 1.0 on one database, by its own scripts. [#close()] removes the file with the
/// password.
///
/// @param config the options that are the same for every call, away from the command line since a
///   password is among them
record Sysbench(Path config) implements AutoCloseable {
  private static final Pattern TRANSACTIONS = total("transactions");
  private static final Pattern QUERIES = total("queries");

  private static Pattern total(String what) {
    return Pattern.compile(what + ": +(\\d+) +\\(([0-9.]+) per sec");
  }

  /// A measured run.
  ///
  /// @param transactionsPerSecond as sysbench counts them
  /// @param cpuMicros for one query, without connecting
  /// @param cpuMicrosOfAll the same of the whole process
  record Result(
      double transactionsPerSecond,
      double queriesPerSecond,
      double cpuMicros,
      double cpuMicrosOfAll) {}

  static void require() throws Tool.MissingException {
    Tool.require("sysbench", "apt-get install sysbench");
  }

  static String version() throws IOException, InterruptedException {
    return Tool.output(List.of("sysbench", "--version"), Map.of()).strip();
  }

  static Sysbench on(MariaDb database) throws IOException {
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
            "mysql-host=" + MariaDb.HOST,
            "mysql-port=" + database.port(),
            "mysql-db=" + database.name(),
            "mysql-user=" + database.user(),
            "mysql-password=" + database.password()));
    return new Sysbench(config);
  }

  /// How its tables are laid out, for both sides.
  record Tables(int count, int rows) {
    /// In the words of both sides.
    List<String> options() {
      return List.of("--tables=" + count, "--table-size=" + rows);
    }
  }

  /// Makes the tables, and says how long that took.
  Tool.Ended prepare(Tables tables, int threads) throws IOException, InterruptedException {
    return call("oltp_read_write", tables, List.of("--threads=" + threads), "prepare");
  }

  void cleanUp(Tables tables) throws IOException, InterruptedException {
    call("oltp_read_write", tables, List.of(), "cleanup");
  }

  Result run(String script, Tables tables, int threads, int seconds)
      throws IOException, InterruptedException {
    List<String> options =
        List.of("--threads=" + threads, "--time=" + seconds, "--rand-type=uniform");
    Tool.Ended ended = call(script, tables, options, "run");
    Matcher transactions = found(TRANSACTIONS, ended.output());
    Matcher queries = found(QUERIES, ended.output());
    long count = Long.parseLong(queries.group(1));
    return new Result(
        Double.parseDouble(transactions.group(2)),
        Double.parseDouble(queries.group(2)),
        1e6 * (ended.cpuSeconds() - ended.cpuSecondsAtMark()) / count,
        1e6 * ended.cpuSeconds() / count);
  }

  private static Matcher found(Pattern pattern, String output) throws IOException {
    Matcher matcher = pattern.matcher(output);
    if (!matcher.find()) {
      throw new IOException("sysbench did not say " + pattern + ": " + output);
    }
    return matcher;
  }

  private Tool.Ended call(String script, Tables tables, List<String> options, String command)
      throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of("sysbench", "--config-file=" + config, script));
    line.addAll(tables.options());
    line.addAll(options);
    line.add(command);
    return Tool.end(line, Map.of());
  }

  @Override
  public void close() throws IOException {
    Files.delete(config);
  }
}
