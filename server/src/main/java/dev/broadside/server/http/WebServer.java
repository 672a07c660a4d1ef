package dev.broadside.server.http;

import dev.broadside.core.param.Secret;
import dev.broadside.core.report.Json;
import dev.broadside.core.time.NewIds;
import dev.broadside.core.time.Time;
import dev.broadside.server.api.AgentRoutes;
import dev.broadside.server.api.CampaignActions;
import dev.broadside.server.api.CompareRoutes;
import dev.broadside.server.api.GroupRoutes;
import dev.broadside.server.api.HttpApi;
import dev.broadside.server.api.LiveRoutes;
import dev.broadside.server.api.NotifyRoutes;
import dev.broadside.server.api.PackRoutes;
import dev.broadside.server.api.SessionRoutes;
import dev.broadside.server.api.StudyRoutes;
import dev.broadside.server.api.TargetRoutes;
import dev.broadside.server.api.UpkeepRoutes;
import dev.broadside.server.api.job.BundleRoutes;
import dev.broadside.server.api.job.ControlRoutes;
import dev.broadside.server.api.job.JobActions;
import dev.broadside.server.api.job.JobRoutes;
import dev.broadside.server.api.job.NoteRoutes;
import dev.broadside.server.api.job.NotebookRoutes;
import dev.broadside.server.api.job.RecordingRoutes;
import dev.broadside.server.api.job.ResultRoutes;
import dev.broadside.server.api.many.OrderRoutes;
import dev.broadside.server.campaign.CampaignReads;
import dev.broadside.server.campaign.Campaigns;
import dev.broadside.server.compare.Comparisons;
import dev.broadside.server.compare.Histories;
import dev.broadside.server.door.AccessControl;
import dev.broadside.server.exchange.Addresses;
import dev.broadside.server.exchange.BareConnection;
import dev.broadside.server.exchange.Connections;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.Replies;
import dev.broadside.server.exchange.Resource;
import dev.broadside.server.gateway.AgentGateway;
import dev.broadside.server.jobs.JobCore;
import dev.broadside.server.jobs.JobReads;
import dev.broadside.server.metrics.Metrics;
import dev.broadside.server.notify.Notifier;
import dev.broadside.server.packs.PackStore;
import dev.broadside.server.page.EventStreams;
import dev.broadside.server.page.StaticPage;
import dev.broadside.server.preflight.Preflight;
import dev.broadside.server.push.Pusher;
import dev.broadside.server.security.AgentAdmission;
import dev.broadside.server.security.CertificateAuthority;
import dev.broadside.server.security.CertificateAuthority.ServerCertificate;
import dev.broadside.server.security.Guesses;
import dev.broadside.server.security.HostNames;
import dev.broadside.server.security.Sessions;
import dev.broadside.server.security.SetupException;
import dev.broadside.server.submit.SubmitRequest;
import dev.broadside.server.threads.HeavyThreads;
import dev.broadside.server.upkeep.Upkeep;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/// The server's HTTP side: the port, the API, the page and the agents' connections.
public final class WebServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WebServer.class);

  /// How often [#renewCertificate()] is to be called.
  public static final Duration RENEWAL = Duration.ofHours(1);

  private static final Duration LONGEST_REFUSAL = Duration.ofSeconds(2);

  private final Vertx vertx;
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("http-", 0).factory());
  private final HeavyThreads heavy = HeavyThreads.start();
  private final Settings settings;
  private final Inner inner;
  private final Sessions sessions;
  private final EventStreams streams;
  private final AgentGateway gateway;
  private final List<Resource> resources;
  private final HttpListener listener;
  private int port;

  /// Where to listen, and how.
  ///
  /// @param addresses the first must exist; the others are used if they exist
  /// @param port 0 for any free one
  /// @param names the server's names
  /// @param authority makes the server's certificate
  /// @param adminToken sent by the command line
  /// @param enrolment decides which agents may join
  /// @param version Broadside's version
  public record Settings(
      List<InetAddress> addresses,
      int port,
      Set<String> names,
      CertificateAuthority authority,
      Secret adminToken,
      AgentAdmission enrolment,
      String version) {}

  /// The parts that requests reach.
  public record Inner(
      JobCore jobs,
      Campaigns campaigns,
      Preflight preflight,
      PackStore packs,
      Upkeep upkeep,
      Pusher pusher,
      Notifier notifier,
      Histories histories) {}

  /// Starts, and listens.
  ///
  /// @throws SetupException if an address or the port cannot be used
  public static WebServer start(Settings settings, Inner inner) throws SetupException {
    WebServer server = new WebServer(settings, inner);
    try {
      server.listen();
      return server;
    } catch (SetupException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private WebServer(Settings settings, Inner inner) throws SetupException {
    this.settings = settings;
    this.inner = inner;
    this.vertx = newVertx();
    JobCore jobs = inner.jobs();
    Time time = jobs.time;
    JsonMapper mapper = Json.mapper();
    this.sessions = new Sessions(time);
    AccessControl accessControl =
        new AccessControl(
            new HostNames(settings.names()), sessions, new Guesses(time), settings.adminToken());
    Replies replies = new Replies(mapper, time);
    this.streams = new EventStreams(jobs.reads, jobs.live, accessControl, replies, threads, time);
    Connections<HttpConnection> connections = new Connections<>(HttpListener.LIMITS);
    this.gateway =
        new AgentGateway(
            jobs.connections,
            settings.enrolment(),
            accessControl,
            replies,
            connections::proven,
            threads,
            time);
    RequestDispatcher dispatcher =
        new RequestDispatcher(
            vertx, accessControl, connections, replies, inner.packs(), threads, heavy, time);
    this.resources = api(accessControl).resources();
    Router router =
        dispatcher.router(
            vertx,
            resources.stream().flatMap(resource -> resource.routes().stream()).toList(),
            new StaticPage(WebServer.class.getClassLoader()));
    this.listener =
        new HttpListener(
            vertx,
            certificate(),
            connections,
            router,
            request -> refuseInvalid(request, replies),
            time);
  }

  private HttpApi api(AccessControl accessControl) {
    JobCore jobs = inner.jobs();
    JobReads reads = jobs.reads;
    Time time = jobs.time;
    NewIds ids = new NewIds(time);
    SubmitRequest.Reader reader =
        new SubmitRequest.Reader(
            inner.packs(), jobs.targets, inner.notifier().kinds().keySet(), reads, time);
    JobActions actions = new JobActions(jobs.coordinator, jobs.deletion, reads, reader, time);
    CampaignReads campaigns = inner.campaigns().reads();
    CampaignActions members =
        new CampaignActions(inner.campaigns(), campaigns, jobs.deletion, reads, reader, ids);
    return new HttpApi(
        jobs.store,
        new Metrics(reads, jobs.collector, inner.upkeep(), inner.pusher(), settings.version()),
        List.of(
            new SessionRoutes(sessions, accessControl, this::newLoginLink, settings.version()),
            new JobRoutes(reads, inner.preflight(), inner.packs(), time, actions),
            new ResultRoutes(jobs.results, jobs.series, actions),
            new NoteRoutes(jobs.marks, actions, time),
            new LiveRoutes(streams),
            new NotebookRoutes(jobs.store.notebook, actions, time),
            new OrderRoutes(actions.orders(), time),
            new ControlRoutes(jobs.coordinator, reads, jobs.targets, inner.packs()),
            new RecordingRoutes(reads, jobs.connections.recordings()),
            new NotifyRoutes(inner.notifier()),
            new BundleRoutes(reads, jobs.results, inner.packs(), settings.version()),
            new UpkeepRoutes(
                reads, jobs.archive, inner.upkeep(), inner.pusher(), settings.version()),
            new StudyRoutes(inner.campaigns(), members, reads, reader, time),
            new OrderRoutes(members.ofStudies(), time),
            new GroupRoutes(campaigns, inner.packs(), members, time),
            new OrderRoutes(members.ofGroups(), time),
            new CompareRoutes(
                new Comparisons(jobs.results, campaigns.results()), inner.histories()),
            new TargetRoutes(jobs.targets, campaigns, inner.preflight(), ids),
            new PackRoutes(inner.packs(), campaigns),
            new AgentRoutes(
                jobs.agents,
                reads,
                campaigns::unfinished,
                settings.enrolment(),
                gateway,
                accessControl,
                this::joinCommand)));
  }

  private static Vertx newVertx() {
    return Vertx.vertx(
        new VertxOptions()
            .setEventLoopPoolSize(Math.clamp(Runtime.getRuntime().availableProcessors(), 2, 8))
            .setFileSystemOptions(
                new FileSystemOptions()
                    .setFileCachingEnabled(false)
                    .setClassPathResolvingEnabled(false)));
  }

  private void listen() throws SetupException {
    List<InetAddress> addresses = settings.addresses();
    port = listener.listen(addresses.getFirst(), settings.port());
    for (InetAddress address : addresses.subList(1, addresses.size())) {
      try {
        listener.listen(address, port);
      } catch (SetupException e) {
        LOG.warn("not listening on {} too: {}", address.getHostAddress(), e.getMessage());
      }
    }
  }

  private ServerCertificate certificate() throws SetupException {
    return settings.authority().serverCertificate(settings.names());
  }

  /// Shows new connections a new certificate if the present one expires soon.
  public void renewCertificate() {
    try {
      listener.show(certificate());
    } catch (SetupException e) {
      LOG.error("the server's certificate cannot be renewed", e);
    }
  }

  private static void refuseInvalid(HttpServerRequest request, Replies replies) {
    HttpProblem problem =
        switch (request.decoderResult().cause()) {
          case TooLongHttpLineException _ ->
              HttpProblem.of(
                  Kind.ADDRESS_TOO_LONG,
                  "It has more than " + HttpListener.MAX_LINE_BYTES + " bytes.");
          case TooLongHttpHeaderException _ ->
              HttpProblem.of(
                  Kind.HEADERS_TOO_LARGE,
                  "They have more than " + HttpListener.MAX_HEADER_BYTES + " bytes.");
          case null, default -> HttpProblem.of(Kind.MALFORMED, "The request is not valid HTTP.");
        };
    BareConnection.closeAfterClient(request.connection(), LONGEST_REFUSAL);
    replies.sendRefusal(request.response(), problem);
  }

  /// The table of routes, for the test that makes the OpenAPI document from it.
  List<Resource> resources() {
    return resources;
  }

  /// The address for agents and commands.
  public URI address() {
    return address("https");
  }

  /// Its address for clients on this host, which may not know the name that others use.
  public URI addressHere() {
    boolean everywhere = settings.addresses().stream().anyMatch(InetAddress::isAnyLocalAddress);
    return everywhere ? url("https", "127.0.0.1") : address();
  }

  private URI address(String scheme) {
    InetAddress first = settings.addresses().getFirst();
    return url(
        scheme,
        first.isAnyLocalAddress() ? settings.names().iterator().next() : Addresses.plain(first));
  }

  private URI url(String scheme, String host) {
    return URI.create(scheme + "://" + Addresses.inUrl(host) + ":" + port);
  }

  /// A link with which a browser can log in once within ten minutes.
  public URI newLoginLink() {
    boolean thisHost = settings.addresses().getFirst().isLoopbackAddress();
    // In the fragment, which browsers do not send: it appears in no log and no Referer.
    return URI.create(address(thisHost ? "http" : "https") + "/#token=" + sessions.newLink());
  }

  /// The command with which an agent joins by a token.
  public String joinCommand(String token) {
    return "broadside agent --server %s --token %s --ca %s"
        .formatted(address(), token, authority());
  }

  /// The fingerprint of the authority that its certificate comes from, as `sha256:HEX`.
  public String authority() {
    return "sha256:" + settings.authority().fingerprint();
  }

  @Override
  public void close() {
    streams.close();
    gateway.close();
    listener.close();
    threads.shutdownNow();
    heavy.close();
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
