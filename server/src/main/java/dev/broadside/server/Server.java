package dev.broadside.server;

import dev.broadside.core.pack.PackTrust;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Secret;
import dev.broadside.core.sentence.FileCause;
import dev.broadside.core.time.SystemTime;
import dev.broadside.core.time.Time;
import dev.broadside.server.campaign.Campaigns;
import dev.broadside.server.compare.ChangeWatch;
import dev.broadside.server.compare.Histories;
import dev.broadside.server.exchange.Addresses;
import dev.broadside.server.http.WebServer;
import dev.broadside.server.jobs.AgentControl;
import dev.broadside.server.jobs.JobCore;
import dev.broadside.server.notify.Channels;
import dev.broadside.server.notify.Notifier;
import dev.broadside.server.packs.PackInspector;
import dev.broadside.server.packs.PackLimits;
import dev.broadside.server.packs.PackStore;
import dev.broadside.server.preflight.Preflight;
import dev.broadside.server.push.Pusher;
import dev.broadside.server.push.Receivers;
import dev.broadside.server.security.AgentAdmission;
import dev.broadside.server.security.CertificateAuthority;
import dev.broadside.server.security.DataDirectory;
import dev.broadside.server.security.KeyFileSecretBox;
import dev.broadside.server.security.SetupException;
import dev.broadside.server.security.Tokens;
import dev.broadside.server.series.SeriesCache;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.base.DamagedException;
import dev.broadside.server.store.base.StoreException;
import dev.broadside.server.targets.NameLookup;
import dev.broadside.server.targets.Targets;
import dev.broadside.server.threads.Serial;
import dev.broadside.server.threads.ServerThreads;
import dev.broadside.server.upkeep.Upkeep;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A running server: puts all parts of its process together.
///
/// ```
/// DataDirectory -> ResultStore -> PackStore -> JobCore -> Campaigns
///   -> WebServer (HTTP API, live streams, agents)
/// ```
public final class Server implements AutoCloseable {
  private static final String NEWER_STORE = "a newer version of Broadside has written it";
  private static final Logger LOG = LoggerFactory.getLogger(Server.class);
  private static final Duration JOIN_LIFE = Duration.ofMinutes(15);

  private static final String JOIN = "join";
  private static final Duration UPKEEP = Duration.ofMinutes(1);
  private static final List<String> LOOPBACK = List.of("127.0.0.1", "::1");

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final ServerConfig config;
  private final Time time;
  private final DataDirectory directory;
  private final AgentAdmission enrolment;
  private final WebServer web;

  /// Starts a server in real time.
  ///
  /// @throws SetupException if it cannot run with this configuration: nothing is left behind then
  public static Server start(ServerConfig config) throws SetupException {
    return start(config, new SystemTime());
  }

  /// Starts a server with a given clock.
  public static Server start(ServerConfig config, Time time) throws SetupException {
    return new Server(config, time);
  }

  private Server(ServerConfig config, Time time) throws SetupException {
    this.config = config;
    this.time = time;
    try {
      List<String> hosts =
          config.port().addresses().isEmpty() ? LOOPBACK : config.port().addresses();
      List<InetAddress> addresses = Addresses.resolve(hosts);
      Addresses.checkNames(config.port().names());
      directory = part(DataDirectory.open(config.dataDirectory()));
      directory.forget(JOIN);
      ResultStore store = part(openStore());
      if (!store.knowsKey()) {
        throw new SetupException(
            Problem.wrong(
                directory.resolve("key").toString(),
                "it opens none of the secrets in the result store",
                "put the key back that was there when they were stored"));
      }
      PackStore packs = openPacks(store);
      ServerThreads threads = part(ServerThreads.start());
      Channels channels = channels();
      Receivers receivers = receivers();
      JobCore jobs = openJobs(store, packs, threads);
      Pusher pusher =
          new Pusher(receivers, store, jobs.reads, time, new SecureRandom(), threads.bulk());
      jobs.live.tellOfIntervals(pusher::closed);
      opened(() -> {
        jobs.start();
        return jobs;
      });
      every(Pusher.LOOK, "the push of metrics", threads.bulk(), pusher::tick);
      Upkeep upkeep = new Upkeep(store, config.keep(), directory::freeBytes, jobs);
      every(
          SeriesCache.LOOK,
          "the charts of runs",
          threads.upkeep(),
          () -> jobs.series.follow(store.jobs.loaded()));
      every(UPKEEP, "the upkeep", threads.upkeep(), upkeep::tick);
      Campaigns campaigns = part(new Campaigns(jobs, threads.store()));
      campaigns.start();
      Notifier notifier =
          new Notifier(
              channels, jobs.reads, jobs.marks, campaigns.reads(), store, time, threads.bulk());
      every(Notifier.LOOK, "the notices", threads.bulk(), notifier::tick);
      Histories histories = new Histories(jobs.reads, jobs.results, jobs.marks);
      ChangeWatch changes =
          new ChangeWatch(jobs.reads, jobs.marks, histories, store.jobs, notifier::changed);
      every(ChangeWatch.LOOK, "the look at finished runs", threads.upkeep(), changes::tick);
      String joinSecret = Tokens.make();
      enrolment = admission(store, joinSecret, jobs.agents);
      WebServer.Inner inner =
          new WebServer.Inner(
              jobs,
              campaigns,
              new Preflight(jobs.targets, jobs.tests, jobs.reads, packs, directory::freeBytes),
              packs,
              upkeep,
              pusher,
              notifier,
              histories);
      CertificateAuthority authority = CertificateAuthority.in(directory, time);
      web = part(WebServer.start(settings(hosts, addresses, authority), inner));
      every(WebServer.RENEWAL, "the certificate", threads.upkeep(), web::renewCertificate);
      part(() -> directory.forget(JOIN));
      // Written last and atomically: who sees this file can reach the server and verify it.
      directory.keep(JOIN, invitation(joinSecret));
    } catch (SetupException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /// What an agent on this host needs to know to join the running server.
  private String invitation(String secret) {
    return "server %s\nca %s\nsecret %s".formatted(web.addressHere(), authority(), secret);
  }

  private AgentAdmission admission(ResultStore store, String joinSecret, AgentControl agents) {
    return new AgentAdmission(
        joinSecret, store.agents, store.tokens, name -> agents.occupation(name).join(), time);
  }

  private WebServer.Settings settings(
      List<String> hosts, List<InetAddress> addresses, CertificateAuthority authority)
      throws SetupException {
    return new WebServer.Settings(
        addresses,
        config.port().number(),
        Addresses.names(hosts, addresses, config.port().names()),
        authority,
        new Secret(directory.secret("admin-token", Tokens::make)),
        enrolment,
        config.version());
  }

  private <T extends AutoCloseable> T part(T part) {
    parts.push(part);
    return part;
  }

  /// Repeats a task until the server is closed.
  private void every(Duration pause, String what, Executor thread, Runnable task) {
    part(new Serial(thread, time)).repeat(what, pause, task);
  }

  private Channels channels() throws SetupException {
    Optional<Path> file = config.calls().channels();
    return file.isPresent() ? Channels.read(file.get(), time) : Channels.NONE;
  }

  private Receivers receivers() throws SetupException {
    Optional<Path> file = config.calls().receivers();
    return file.isPresent()
        ? Receivers.read(file.get(), name -> System.getenv().getOrDefault(name, ""))
        : Receivers.NONE;
  }

  private ResultStore openStore() throws SetupException {
    KeyFileSecretBox secrets = KeyFileSecretBox.in(directory);
    Path file = directory.resolve("broadside.db");
    try {
      return switch (config.store()) {
        case ServerConfig.Store.InDataDirectory _ -> ResultStore.sqlite(file, secrets);
        case ServerConfig.Store.Postgres(String url, String user, Secret password) ->
            ResultStore.postgres(url, user, password.reveal(), secrets);
      };
    } catch (StoreException e) {
      throw new SetupException(storeProblem(file, e), e);
    } catch (DamagedException e) {
      throw damaged(file, e);
    }
  }

  private SetupException damaged(Path file, DamagedException e) {
    return new SetupException(storeProblem(file, new StoreException("" + e.getMessage(), e)), e);
  }

  private Problem storeProblem(Path file, StoreException e) {
    return switch (config.store()) {
      case ServerConfig.Store.InDataDirectory _ when e instanceof StoreException.Newer ->
          Problem.wrong(
              file.toString(),
              NEWER_STORE,
              "start that version or a later one, or give another folder with --data");
      case ServerConfig.Store.Postgres postgres when e instanceof StoreException.Newer ->
          Problem.wrong(
              "store " + postgres.url(),
              NEWER_STORE,
              "start that version or a later one, or give another database or schema with --store");
      case ServerConfig.Store.InDataDirectory _ when e instanceof StoreException.NoLibrary ->
          Problem.wrong(
              "folder " + System.getProperty("java.io.tmpdir"),
              "SQLite's library cannot be unpacked there and run",
              "let the server write and execute there, or name another folder with"
                  + " BROADSIDE_JAVA_OPTS=-Djava.io.tmpdir=DIR");
      case ServerConfig.Store.InDataDirectory _ when e.wantsRoom() ->
          Problem.wrong(
              file.toString(),
              "there is no room left on its disk",
              "make room, or give another folder with --data");
      case ServerConfig.Store.InDataDirectory _ ->
          Problem.wrong(
              file.toString(),
              "it is no store of this version of Broadside (" + e.getMessage() + ")",
              "put it back from a backup, or give another folder with --data");
      case ServerConfig.Store.Postgres postgres when e instanceof StoreException.InUse ->
          Problem.wrong(
              "store " + postgres.url(),
              "another Broadside server uses it",
              "stop that server, or give another database or schema with --store");
      case ServerConfig.Store.Postgres postgres ->
          Problem.unreachable(
              "store " + postgres.url(),
              "it cannot be used (" + e.getMessage() + ")",
              "check the address, the user and the password, and that the database is up");
    };
  }

  private PackStore openPacks(ResultStore store) throws SetupException {
    Path packsDirectory = directory.directory("packs");
    try {
      PackTrust trust = trust(config);
      PackInspector inspector = new PackInspector(PackLimits.DEFAULT, trust);
      PackStore packs = new PackStore(packsDirectory, store.packs, inspector, time);
      if (config.packs().bundled().isPresent()) {
        packs.installBundled(config.packs().bundled().get());
      }
      return packs;
    } catch (IOException e) {
      throw new SetupException(
          Problem.wrong(
              packsDirectory.toString(),
              "it cannot be read or written (" + FileCause.of(e) + ")",
              "mend that, or give another folder with --data"),
          e);
    }
  }

  private JobCore openJobs(ResultStore store, PackStore packs, ServerThreads threads)
      throws SetupException {
    Targets targets =
        new Targets(
            store.targets, config.namedTargetsOnly(), config.programs(), NameLookup.ofThisHost());
    return part(opened(() -> new JobCore(store, targets, packs, time, config.version(), threads)));
  }

  /// What is read from the store at the start.
  private <T> T opened(Supplier<T> reading) throws SetupException {
    try {
      return reading.get();
    } catch (StoreException e) {
      throw new SetupException(storeProblem(directory.resolve("broadside.db"), e), e);
    } catch (DamagedException e) {
      throw damaged(directory.resolve("broadside.db"), e);
    }
  }

  /// The address for agents and commands; a browser gets its own with [#newLoginLink()].
  public URI address() {
    return web.address();
  }

  /// The fingerprint by which agents and commands know it, as `sha256:HEX`.
  public String authority() {
    return web.authority();
  }

  /// The data folder. While the server runs it has the file `join`, by which agents on this host
  /// find, verify and join the server.
  public Path data() {
    return directory.root();
  }

  /// A command with which one agent can join within 15 minutes.
  public String newJoinCommand() {
    return web.joinCommand(enrolment.newToken(1, JOIN_LIFE).token());
  }

  /// A link with which a browser can log in once within ten minutes.
  public URI newLoginLink() {
    return web.newLoginLink();
  }

  /// Stops everything, the last part first.
  @Override
  public void close() {
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        LOG.warn("a part of the server did not stop cleanly", e);
      }
    }
  }

  private static PackTrust trust(ServerConfig config) throws SetupException {
    try {
      return config.packs().keys().isPresent()
          ? PackTrust.in(config.packs().keys().get())
          : PackTrust.ANYBODY;
    } catch (PackTrust.BadKeysException e) {
      throw new SetupException(e.problem(), e);
    }
  }
}
