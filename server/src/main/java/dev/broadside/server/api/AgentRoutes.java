package dev.broadside.server.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.JsonFields;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.load.Bounds;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Secret;
import dev.broadside.server.door.AccessControl;
import dev.broadside.server.exchange.Access;
import dev.broadside.server.exchange.Call;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.JsonBodies;
import dev.broadside.server.exchange.Query;
import dev.broadside.server.exchange.Reply;
import dev.broadside.server.exchange.Resource;
import dev.broadside.server.exchange.Route;
import dev.broadside.server.feed.AgentView;
import dev.broadside.server.gateway.AgentGateway;
import dev.broadside.server.jobs.AgentControl;
import dev.broadside.server.jobs.JobReads;
import dev.broadside.server.security.AgentAdmission;
import dev.broadside.server.security.AgentAdmission.Joined;
import dev.broadside.server.security.Tokens;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The agents, and how they join.
///
/// @param asked the specifications of jobs, studies and groups that wait or run, by id
/// @param joinCommand the command with which an agent joins by a token
public record AgentRoutes(
    AgentControl agents,
    JobReads reads,
    Supplier<Map<String, JobSpec>> asked,
    AgentAdmission enrolment,
    AgentGateway gateway,
    AccessControl accessControl,
    Function<String, String> joinCommand)
    implements Resource {
  private static final Logger LOG = LoggerFactory.getLogger(AgentRoutes.class);

  private static final Parameter<Long> INVITED =
      Parameter.whole("agents", "How many agents can join with it").between(1, 1_000).preset(1);
  private static final Parameter<Duration> VALID =
      Parameter.span("valid", "How long it can be used")
          .between(Duration.ofMinutes(1), Duration.ofDays(30))
          .preset(Duration.ofMinutes(15));
  private static final Query INVITATION = new Query(Parameters.of(INVITED, VALID));

  @Override
  public String title() {
    return "agents";
  }

  @Override
  public List<Route> routes() {
    return Stream.concat(there().stream(), joining().stream()).toList();
  }

  /// The routes of existing agents.
  private List<Route> there() {
    return List.of(
        Route.get("/api/v1/agents", Access.VIEWER, this::list)
            .named("listAgents", "All agents that were connected since the server started.")
            .gives(Agents.class),
        Route.post("/api/v1/agents/{name}/revoke", Access.ADMIN, this::revoke)
            .named("revokeAgent", "Revoke an agent's credential.")
            .more(
                """
                Its connection is closed at once, and refused from now on. Jobs in which it has a \
                share continue without it; one that has not started fails. The name can be used by \
                another agent that joins.
                """)
            .gives(Revoked.class),
        Route.delete("/api/v1/agents/{name}", Access.ADMIN, this::remove)
            .named("removeAgent", "Forget a disconnected agent, and revoke its credential.")
            .more(
                """
                Refused while it has a share of a job, and while it is connected and not drained. \
                `revoke` works in any case.
                """)
            .gives(Revoked.class)
            .fails(Kind.CONFLICT),
        Route.post("/api/v1/agents/{name}/rename", Access.ADMIN, this::rename)
            .named("renameAgent", "Give an agent another name.")
            .body(new Route.Body.Json(JsonBodies.SMALL, NewName.class))
            .more(
                """
                Its credential stays valid. It is disconnected, reconnects, learns its new name, \
                and keeps it in its data folder. Earlier results keep the old name. Refused while \
                the agent is disconnected, while it has a share of a job, and while a waiting or \
                running job, or a future one of a study or a group, names it.
                """)
            .gives(Renamed.class)
            .fails(Kind.CONFLICT, Kind.WRONG_INPUT),
        Route.post("/api/v1/agents/{name}/drain", Access.OPERATOR, this::drain)
            .named("drainAgent", "Give an agent no new jobs.")
            .more(
                """
                Its present jobs continue; its `jobs` are empty when they have ended. It gets jobs \
                again after a restart, or by `undrain`.
                """)
            .gives(Drained.class),
        Route.post("/api/v1/agents/{name}/undrain", Access.OPERATOR, this::undrain)
            .named("undrainAgent", "Give a drained agent jobs again.")
            .gives(Drained.class));
  }

  /// The routes by which agents join.
  private List<Route> joining() {
    return List.of(
        Route.post("/api/v1/agent-tokens", Access.ADMIN, this::newToken)
            .named("newAgentToken", "Make a token with which agents can join.")
            .query(INVITATION)
            .more(
                """
                For one agent and 15 minutes by default. Anybody who has the token can join until \
                then, also under the name of an agent that was revoked.
                """)
            .gives(201, AgentToken.class)
            .fails(Kind.WRONG_INPUT),
        Route.delete("/api/v1/agent-tokens", Access.ADMIN, this::endTokens)
            .named("endAgentTokens", "Revoke all tokens with which an agent could still join.")
            .gives(Ended.class),
        Route.post("/api/v1/join", Access.OPEN, this::join)
            .named("join", "Admit an agent for good.")
            .body(new Route.Body.Json(JsonBodies.SMALL, Joining.class))
            .more(
                """
                Over TLS only, as everything that agents send. The secret is a token, or, on the \
                server's own host, the one in its file `join`. \
                The credential that comes back goes into `Authorization: Bearer` of the agent's \
                connections. Joining again under a name ends the credential that this name had; \
                this is refused while an agent of the name is connected or holds a share of a job, \
                and the token can still be used then. An agent that has drawn its credential itself \
                and lost the answer asks again with the same one, and is let in though the token is \
                used up.
                """)
            .gives(Credential.class)
            .fails(Kind.FORBIDDEN, Kind.CONFLICT, Kind.WRONG_INPUT, Kind.TOO_MANY),
        Route.takeOver("/agent", Access.AGENT, gateway::connect)
            .named(
                "connectAgent",
                "The agents' WebSocket. Binary frames of at most 1 MiB, in Broadside's own "
                    + "protocol.")
            .more("The first frame has to be a Hello, within 5 seconds.")
            .gives(101)
            .fails(Kind.MALFORMED, Kind.UNAVAILABLE));
  }

  /// All agents, as a document.
  record Agents(List<AgentView> agents) {}

  record AgentToken(String token, String command, Instant expiresAt) {}

  /// How many tokens were ended.
  record Ended(int tokens) {}

  /// An agent whose credential was revoked.
  record Revoked(String agent) {}

  /// The name that an agent gets.
  public record NewName(String name) {}

  /// An agent that was renamed.
  ///
  /// @param formerly its old name
  record Renamed(String agent, String formerly) {}

  /// Whether an agent gets no new job.
  record Drained(String agent, boolean drained) {}

  /// The credential of an agent.
  record Credential(String credential) {}

  private Reply list(Call call) {
    return Reply.ok(new Agents(reads.agents()));
  }

  private Reply newToken(Call call) {
    AgentAdmission.JoinToken token =
        enrolment.newToken(call.query(INVITED).intValue(), call.query(VALID));
    String command = joinCommand.apply(token.token());
    return new Reply.Json(201, new AgentToken(token.token(), command, token.expiresAt()));
  }

  private Reply endTokens(Call call) {
    Ended ended = new Ended(enrolment.endTokens());
    LOG.info("tokens of agents were ended by {}: {}", call.caller().user(), ended.tokens());
    return Reply.ok(ended);
  }

  private Reply remove(Call call) {
    Optional<String> need = agents.need(call.path("name")).join();
    if (need.isPresent()) {
      throw HttpProblem.of(Kind.CONFLICT, need.get() + ", or revoke it.");
    }
    return revoke(call);
  }

  private Reply revoke(Call call) {
    String agent = call.path("name");
    if (!enrolment.revoke(agent)) {
      throw nobody(agent);
    }
    agents.revoked(agent).join();
    gateway.revoked(agent);
    LOG.info("the credential of agent {} was revoked by {}", agent, call.caller().user());
    return Reply.ok(new Revoked(agent));
  }

  private Reply rename(Call call) {
    String agent = call.path("name");
    String name = newName(call.body(), agent);
    naming(agent)
        .ifPresent(work -> {
          throw HttpProblem.of(
              Kind.CONFLICT,
              work
                  + " is not over and asks for agent "
                  + JsonFields.shown(agent)
                  + " by name; edit or cancel it first.");
        });
    return switch (agents.rename(agent, name, () -> gateway.revoked(agent)).join()) {
      case AgentControl.Renaming.Done _ -> {
        LOG.info("agent {} was renamed {} by {}", agent, name, call.caller().user());
        yield Reply.ok(new Renamed(name, agent));
      }
      case AgentControl.Renaming.Unknown _ -> throw nobody(agent);
      case AgentControl.Renaming.NotNow(String why) ->
          throw HttpProblem.of(Kind.CONFLICT, why + "; it keeps its name.");
    };
  }

  private String newName(byte[] body, String agent) {
    List<Problem> problems = new ArrayList<>();
    JsonFields fields = new JsonFields(JsonBodies.read(body), "", problems);
    fields.onlyKnow(List.of("name"));
    Optional<String> name = name(fields, "name");
    if (name.filter(agent::equals).isPresent()) {
      fields.wrong("name", "the agent has this name already", "give another one");
    }
    HttpProblem.refuseIfAny(problems);
    return name.orElseThrow();
  }

  /// The open jobs, studies and groups that name an agent.
  private Optional<String> naming(String agent) {
    return asked.get().entrySet().stream()
        .filter(work -> names(work.getValue(), agent))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private static boolean names(JobSpec spec, String agent) {
    return spec.agents().names().contains(agent) || JobDocument.WATCH.in(spec).contains(agent);
  }

  private static HttpProblem nobody(String agent) {
    return HttpProblem.of(
        Kind.NOT_FOUND, "There is no agent " + JsonFields.shown(agent) + " that has joined.");
  }

  private Reply drain(Call call) {
    return drain(call, true);
  }

  private Reply undrain(Call call) {
    return drain(call, false);
  }

  private Reply drain(Call call, boolean now) {
    String agent = call.path("name");
    if (!agents.drain(agent, now).join()) {
      throw HttpProblem.of(
          Kind.NOT_FOUND, "There is no agent " + JsonFields.shown(agent) + " that is connected.");
    }
    LOG.info("agent {} was {} by {}", agent, now ? "drained" : "undrained", call.caller().user());
    return Reply.ok(new Drained(agent, now));
  }

  private Reply join(Call call) {
    if (!call.client().encrypted()) {
      throw AccessControl.notEncrypted();
    }
    Joining joining = joining(call.body());
    Optional<String> wanted = joining.credential().map(Secret::reveal);
    String secret = joining.secret().reveal();
    return switch (enrolment.join(joining.agent(), secret, wanted, call.client().sameHost())) {
      case Joined.Member(String credential) -> {
        LOG.info("agent {} joined from {}", joining.agent(), call.client().address());
        yield Reply.ok(new Credential(credential));
      }
      case Joined.NameTaken(String sentence) ->
          throw HttpProblem.of(
              Kind.CONFLICT,
              sentence + "; give this agent another name with --name, or end that one first.");
      case Joined.WrongSecret _ -> {
        accessControl.guessedWrong(call.client().address());
        throw HttpProblem.of(
            Kind.FORBIDDEN,
            "This token or join secret is wrong, used up or expired; get a new one by"
                + " 'broadside agents invite' on the server's host.");
      }
    };
  }

  /// The request of an agent that joins.
  ///
  /// @param credential 43 random characters of URL-safe Base64, its credential from then on; if it
  ///   is left out, the server makes one
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  private record Joining(String agent, Secret secret, Optional<Secret> credential) {}

  private Joining joining(byte[] body) {
    List<Problem> problems = new ArrayList<>();
    JsonFields fields = new JsonFields(JsonBodies.read(body), "", problems);
    Optional<String> agent = name(fields, "agent");
    Optional<String> secret = fields.text("secret", Bounds.MAX_TEXT);
    if (secret.isEmpty()) {
      fields.wrong(
          "secret", "it is missing", "give a token, or the secret in the server's file join");
    }
    Optional<String> credential = fields.text("credential", Bounds.MAX_TEXT);
    if (!credential.map(Tokens::mayBe).orElse(true)) {
      fields.wrong(
          "credential",
          "it is no credential",
          "give 32 random bytes in URL-safe Base64, or leave it out");
    }
    HttpProblem.refuseIfAny(problems);
    return new Joining(
        agent.orElseThrow(), new Secret(secret.orElseThrow()), credential.map(Secret::new));
  }

  private static Optional<String> name(JsonFields fields, String field) {
    Optional<String> name =
        fields.text(field, Bounds.MAX_NAME).filter(text -> text.matches("[A-Za-z0-9 ._-]{1,100}"));
    if (name.isEmpty()) {
      fields.wrong(
          field,
          "it is missing or no name",
          "give 1 to 100 letters, digits, blanks, dots, dashes and underscores");
    }
    return name;
  }
}
