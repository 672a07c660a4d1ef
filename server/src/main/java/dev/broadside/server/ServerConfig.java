package dev.broadside.server;

import dev.broadside.core.param.Secret;
import dev.broadside.server.upkeep.KeepRules;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What a server is started with.
///
/// @param dataDirectory everything that it keeps
/// @param port 0 for any that is free
/// @param listen addresses of this host to listen on; none for loopback, plain and without a login
/// @param tls whether what is listened on is guarded; without TLS only loopback addresses are
///   accepted
/// @param names further names by which the server is called, such as an alias in the DNS
/// @param store where results are kept
/// @param bundledPacks directory with the packs that the installation brings along
/// @param packKeys folder of the public keys one of which must have signed a pack; empty where
///   packs need no signature
/// @param version Broadside's version
/// @param keep what it keeps, and for how long
/// @param namedTargetsOnly whether jobs go to targets that were named, and to no other database
public record ServerConfig(
    Path dataDirectory,
    int port,
    List<String> listen,
    Tls tls,
    List<String> names,
    Store store,
    Optional<Path> bundledPacks,
    Optional<Path> packKeys,
    String version,
    KeepRules keep,
    boolean namedTargetsOnly) {

  /// Whether the port is guarded.
  public enum Tls {
    /// TLS 1.3 with a certificate of the server's own authority, and a login.
    OWN_AUTHORITY,
    /// Plain HTTP and no login.
    NONE
  }

  /// Where results are kept.
  public sealed interface Store {
    /// In an SQLite file in the data directory.
    record InDataDirectory() implements Store {}

    /// In a PostgreSQL database.
    ///
    /// @param url a JDBC address without user and password
    record Postgres(String url, String user, Secret password) implements Store {}
  }

  public ServerConfig {
    listen = List.copyOf(listen);
    names = List.copyOf(names);
  }

  /// A server for this host only.
  public static ServerConfig local(Path dataDirectory, int port, String version) {
    return new ServerConfig(
        dataDirectory,
        port,
        List.of(),
        Tls.NONE,
        List.of(),
        new Store.InDataDirectory(),
        Optional.empty(),
        Optional.empty(),
        version,
        KeepRules.DEFAULT,
        false);
  }

  /// The same, reachable from other hosts over TLS.
  public ServerConfig listeningOn(List<String> addresses) {
    return new ServerConfig(
        dataDirectory,
        port,
        addresses,
        Tls.OWN_AUTHORITY,
        names,
        store,
        bundledPacks,
        packKeys,
        version,
        keep,
        namedTargetsOnly);
  }

  /// The same, called by other names too.
  ///
  /// @param others host names or addresses, without scheme and port
  public ServerConfig calledAlso(List<String> others) {
    List<String> lower = others.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
    return new ServerConfig(
        dataDirectory,
        port,
        listen,
        tls,
        lower,
        store,
        bundledPacks,
        packKeys,
        version,
        keep,
        namedTargetsOnly);
  }

  /// The same with packs that are there from the start.
  public ServerConfig withBundledPacks(Path directory) {
    return new ServerConfig(
        dataDirectory,
        port,
        listen,
        tls,
        names,
        store,
        Optional.of(directory),
        packKeys,
        version,
        keep,
        namedTargetsOnly);
  }

  /// The same that takes signed packs only.
  ///
  /// @param keys folder of public keys
  public ServerConfig trusting(Path keys) {
    return new ServerConfig(
        dataDirectory,
        port,
        listen,
        tls,
        names,
        store,
        bundledPacks,
        Optional.of(keys),
        version,
        keep,
        namedTargetsOnly);
  }

  /// The same with its results elsewhere.
  public ServerConfig storedIn(Store other) {
    return new ServerConfig(
        dataDirectory,
        port,
        listen,
        tls,
        names,
        other,
        bundledPacks,
        packKeys,
        version,
        keep,
        namedTargetsOnly);
  }

  /// The same under other rules.
  public ServerConfig keeping(KeepRules rules) {
    return new ServerConfig(
        dataDirectory,
        port,
        listen,
        tls,
        names,
        store,
        bundledPacks,
        packKeys,
        version,
        rules,
        namedTargetsOnly);
  }

  /// The same whose jobs go to named targets only.
  public ServerConfig withNamedTargetsOnly() {
    return new ServerConfig(
        dataDirectory,
        port,
        listen,
        tls,
        names,
        store,
        bundledPacks,
        packKeys,
        version,
        keep,
        true);
  }
}
