package dev.broadside.server;

import dev.broadside.core.param.Secret;
import dev.broadside.server.upkeep.KeepRules;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/// What a server is started with.
///
/// @param dataDirectory everything that it keeps
/// @param port 0 for any that is free
/// @param listen addresses of this host to listen on; none for loopback
/// @param names further names by which the server is called, such as an alias in the DNS
/// @param store where results are kept
/// @param bundledPacks directory with the packs that the installation brings along
/// @param packKeys folder of the public keys one of which must have signed a pack; empty if packs
///   need no signature
/// @param version Broadside's version
/// @param keep what it keeps, and for how long
/// @param namedTargetsOnly whether jobs go to targets that were named, and to no other database
/// @param channels file with the channels that can be told of jobs; without it the server calls
///   nobody
public record ServerConfig(
    Path dataDirectory,
    int port,
    List<String> listen,
    List<String> names,
    Store store,
    Optional<Path> bundledPacks,
    Optional<Path> packKeys,
    String version,
    KeepRules keep,
    boolean namedTargetsOnly,
    Optional<Path> channels) {

  /// Where results are kept.
  public sealed interface Store {
    /// In an SQLite file in the data folder.
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
        List.of(),
        new Store.InDataDirectory(),
        Optional.empty(),
        Optional.empty(),
        version,
        KeepRules.DEFAULT,
        false,
        Optional.empty());
  }

  /// A copy that listens on other addresses.
  public ServerConfig listeningOn(List<String> addresses) {
    return with(draft -> draft.listen = addresses);
  }

  /// A copy that accepts further names in the Host header and its certificate.
  ///
  /// @param others host names or addresses, without scheme and port
  public ServerConfig calledAlso(List<String> others) {
    List<String> lower = others.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
    return with(draft -> draft.names = lower);
  }

  /// A copy that installs the packs of a folder when it starts.
  public ServerConfig withBundledPacks(Path directory) {
    return with(draft -> draft.bundledPacks = Optional.of(directory));
  }

  /// A copy that accepts signed packs only.
  ///
  /// @param keys folder of public keys
  public ServerConfig trusting(Path keys) {
    return with(draft -> draft.packKeys = Optional.of(keys));
  }

  /// A copy that keeps its results in another store.
  public ServerConfig storedIn(Store other) {
    return with(draft -> draft.store = other);
  }

  /// A copy with other retention rules.
  public ServerConfig keeping(KeepRules rules) {
    return with(draft -> draft.keep = rules);
  }

  /// A copy whose jobs may use named targets only.
  public ServerConfig withNamedTargetsOnly() {
    return with(draft -> draft.namedTargetsOnly = true);
  }

  /// A copy that sends notices to the channels of a file.
  public ServerConfig notifying(Path file) {
    return with(draft -> draft.channels = Optional.of(file));
  }

  private ServerConfig with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.config();
  }

  /// What may be changed, while it is changed.
  private static final class Draft {
    private final ServerConfig former;
    private List<String> listen;
    private List<String> names;
    private Store store;
    private Optional<Path> bundledPacks;
    private Optional<Path> packKeys;
    private KeepRules keep;
    private boolean namedTargetsOnly;
    private Optional<Path> channels;

    Draft(ServerConfig former) {
      this.former = former;
      listen = former.listen;
      names = former.names;
      store = former.store;
      bundledPacks = former.bundledPacks;
      packKeys = former.packKeys;
      keep = former.keep;
      namedTargetsOnly = former.namedTargetsOnly;
      channels = former.channels;
    }

    ServerConfig config() {
      return new ServerConfig(
          former.dataDirectory,
          former.port,
          listen,
          names,
          store,
          bundledPacks,
          packKeys,
          former.version,
          keep,
          namedTargetsOnly,
          channels);
    }
  }
}
