package dev.broadside.server;

import dev.broadside.core.job.AllowedPrograms;
import dev.broadside.core.param.Secret;
import dev.broadside.server.upkeep.KeepRules;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The configuration of a server.
///
/// @param version Broadside's version
/// @param keep its retention rules
/// @param namedTargetsOnly whether jobs may use named targets only
/// @param programs that jobs may name, if their agents allow them
/// @param calls whom it calls
public record ServerConfig(
    Path dataDirectory,
    Port port,
    Store store,
    Packs packs,
    String version,
    KeepRules keep,
    boolean namedTargetsOnly,
    AllowedPrograms programs,
    Calls calls) {

  /// Where the server listens, and by which names.
  ///
  /// @param number the port; 0 for any free one
  /// @param addresses of this host to listen on; empty for loopback
  /// @param names further names of the server, such as an alias in the DNS
  public record Port(int number, List<String> addresses, List<String> names) {
    public Port {
      addresses = List.copyOf(addresses);
      names = List.copyOf(names);
    }
  }

  /// Where results are stored.
  public sealed interface Store {
    /// In an SQLite file in the data folder.
    record InDataDirectory() implements Store {}

    /// In a PostgreSQL database.
    ///
    /// @param url a JDBC address without user and password
    record Postgres(String url, String user, Secret password) implements Store {}
  }

  /// Which packs are installed from the start, and which are accepted.
  ///
  /// @param bundled folder with the packs of the installation
  /// @param keys folder of the public keys one of which must have signed a pack; empty if packs
  ///   need no signature
  public record Packs(Optional<Path> bundled, Optional<Path> keys) {}

  /// The hosts that the server calls, each named in a file of its operator.
  ///
  /// @param channels file with the channels for notices; without it the server sends none
  /// @param receivers file with the receivers of metrics; without it the server pushes none
  public record Calls(Optional<Path> channels, Optional<Path> receivers) {}

  /// A server for this host only.
  public static ServerConfig local(Path dataDirectory, int port, String version) {
    return new ServerConfig(
        dataDirectory,
        new Port(port, List.of(), List.of()),
        new Store.InDataDirectory(),
        new Packs(Optional.empty(), Optional.empty()),
        version,
        KeepRules.DEFAULT,
        false,
        AllowedPrograms.ALL,
        new Calls(Optional.empty(), Optional.empty()));
  }

  /// A copy that listens on other addresses.
  public ServerConfig listeningOn(List<String> addresses) {
    return with(new Port(port.number(), addresses, port.names()));
  }

  /// A copy that accepts further names in the Host header and its certificate.
  ///
  /// @param others host names or addresses, without scheme and port
  public ServerConfig calledAlso(List<String> others) {
    List<String> lower = others.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
    return with(new Port(port.number(), port.addresses(), lower));
  }

  private ServerConfig with(Port other) {
    return new ServerConfig(
        dataDirectory, other, store, packs, version, keep, namedTargetsOnly, programs, calls);
  }

  /// A copy that installs the packs of a folder when it starts.
  public ServerConfig withBundledPacks(Path directory) {
    return with(new Packs(Optional.of(directory), packs.keys()));
  }

  /// A copy that accepts signed packs only.
  ///
  /// @param keys folder of public keys
  public ServerConfig trusting(Path keys) {
    return with(new Packs(packs.bundled(), Optional.of(keys)));
  }

  private ServerConfig with(Packs other) {
    return new ServerConfig(
        dataDirectory, port, store, other, version, keep, namedTargetsOnly, programs, calls);
  }

  /// A copy that keeps its results in another store.
  public ServerConfig storedIn(Store other) {
    return new ServerConfig(
        dataDirectory, port, other, packs, version, keep, namedTargetsOnly, programs, calls);
  }

  /// A copy with other retention rules.
  public ServerConfig keeping(KeepRules rules) {
    return new ServerConfig(
        dataDirectory, port, store, packs, version, rules, namedTargetsOnly, programs, calls);
  }

  /// A copy whose jobs may use named targets only.
  public ServerConfig withNamedTargetsOnly() {
    return new ServerConfig(
        dataDirectory, port, store, packs, version, keep, true, programs, calls);
  }

  /// A copy whose jobs may name other programs.
  public ServerConfig allowing(AllowedPrograms others) {
    return new ServerConfig(
        dataDirectory, port, store, packs, version, keep, namedTargetsOnly, others, calls);
  }

  /// A copy that sends notices to the channels of a file.
  public ServerConfig notifying(Path file) {
    return with(new Calls(Optional.of(file), calls.receivers()));
  }

  /// A copy that pushes metrics to the receivers of a file.
  public ServerConfig pushing(Path file) {
    return with(new Calls(calls.channels(), Optional.of(file)));
  }

  private ServerConfig with(Calls other) {
    return new ServerConfig(
        dataDirectory, port, store, packs, version, keep, namedTargetsOnly, programs, other);
  }
}
