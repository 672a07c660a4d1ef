package dev.broadside.client.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.client.arrivals.JumpingTime;
import dev.broadside.client.link.AuthorityPin;
import dev.broadside.client.link.Heard;
import dev.broadside.client.link.LinkServer;
import dev.broadside.client.link.ServerAddress;
import dev.broadside.client.link.TestAuthority;
import dev.broadside.client.share.DataFolder;
import dev.broadside.client.share.StartException;
import dev.broadside.client.share.WorkerLauncher;
import dev.broadside.client.spool.LocalDisk;
import dev.broadside.core.pack.PackTrust;
import dev.broadside.core.param.Parsed;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Secret;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnrolmentTest {
  @TempDir private Path temp;

  private final LinkServer server = LinkServer.start(ScriptedServer::join, _ -> new Heard());
  private final AgentConfig.Joining good = new AgentConfig.Joining.ByToken(new Secret("good"));
  private DataFolder data;

  @BeforeEach
  void open() throws Exception {
    data = DataFolder.open(new LocalDisk(), temp.resolve("data"), temp);
  }

  @AfterEach
  void stop() throws Exception {
    data.close();
    server.close();
  }

  private Enrolment enrolment(ServerAddress address, AgentConfig.Joining joining) {
    return enrolment(Optional.of(address), Optional.of(LinkServer.pin()), joining);
  }

  private Enrolment enrolment(
      Optional<ServerAddress> address,
      Optional<AuthorityPin> authority,
      AgentConfig.Joining joining) {
    return enrolment(address, authority, joining, new JumpingTime());
  }

  private Enrolment enrolment(
      Optional<ServerAddress> address,
      Optional<AuthorityPin> authority,
      AgentConfig.Joining joining,
      JumpingTime time) {
    AgentConfig config =
        new AgentConfig(
            "one",
            new AgentConfig.Access(address, authority, joining),
            new AgentConfig.Offer(Map.of(), 1),
            new WorkerLauncher.Settings(temp.resolve("drivers"), List.of()),
            temp.resolve("data"),
            AgentConfig.SPOOL_BYTES,
            PackTrust.ANYBODY,
            "test");
    return new Enrolment(config, data, time, new SplittableRandom(1));
  }

  private Problem refusal(ServerAddress address, AgentConfig.Joining joining) {
    return assertThrows(StartException.class, () -> enrolment(address, joining).enrol()).problem();
  }

  @Test
  void anAgentJoinsOnceAndIsKnownAfterwards() throws Exception {
    Membership joined = enrolment(server.address(), good).enrol();
    assertEquals(LinkServer.CREDENTIAL, joined.credential());
    server.close();
    Membership kept = enrolment(server.address(), new AgentConfig.Joining.Already()).enrol();
    assertEquals(joined, kept);
    assertTrue(!kept.toString().contains(LinkServer.CREDENTIAL));
  }

  @Test
  void anAgentThatWasRenamedMayBeStartedByEitherNameAndNoOther() throws Exception {
    Membership joined = enrolment(server.address(), good).enrol();
    AgentConfig.Joining already = new AgentConfig.Joining.Already();

    data.write(Membership.FILE, joined.named("two").named("three").toText());

    assertEquals("three", enrolment(server.address(), already).enrol().agent());
    data.write(Membership.FILE, joined.named("two").named("one").toText());
    assertEquals(List.of("two"), enrolment(server.address(), already).enrol().formerly());
    data.write(
        Membership.FILE,
        new Membership(server.address(), "other", List.of(), LinkServer.pin(), "secret").toText());
    assertEquals(
        "agent one: its data folder is that of agent other; give --name other, or another folder"
            + " with --data; broadside agents rename gives an agent another name.",
        refusal(server.address(), already).sentence());
  }

  @Test
  void anAnswerThatIsLostIsAskedForAgainWithTheSameCredentialUntilTheAgentHasJoined()
      throws Exception {
    List<String> asked = new ArrayList<>();
    try (LinkServer losing =
        LinkServer.start(
            body -> {
              asked.add(body);
              return asked.size() < 4
                  ? new LinkServer.Answer(502, "{}")
                  : ScriptedServer.join(body);
            },
            _ -> new Heard())) {
      enrolment(losing.address(), good).enrol();
      assertEquals(4, asked.size());
      assertEquals(1, Set.copyOf(asked).size(), "one credential");
      assertTrue(asked.getFirst().matches(".*\"credential\":\"[A-Za-z0-9_-]{43}\".*"));
      assertEquals(Optional.empty(), data.read("credential-asked-for"));
    }
  }

  @Test
  void anAgentThatIsStartedAnewAsksForTheCredentialThatTheOneBeforeAskedFor() throws Exception {
    List<String> asked = new ArrayList<>();
    try (LinkServer losing =
        LinkServer.start(
            body -> {
              asked.add(body);
              return new LinkServer.Answer(502, "{}");
            },
            _ -> new Heard())) {
      refusal(losing.address(), good);
      refusal(losing.address(), good);
      assertEquals(1, Set.copyOf(asked).size(), "one credential");
    }
  }

  @Test
  void aUsedTokenIsRefusedInTheServersWords() {
    Problem problem =
        refusal(server.address(), new AgentConfig.Joining.ByToken(new Secret("used")));
    assertEquals(
        "server "
            + server.address()
            + " refused: This token is used; get a new join command by 'broadside agents invite' on"
            + " the server's host.",
        problem.sentence());
    assertEquals(Problem.Kind.WRONG_INPUT, problem.kind());
  }

  @Test
  void aServerThatDoesNotAnswerIsUnreachableAfterAWhile() {
    ServerAddress address = server.address();
    server.close();
    Problem problem = refusal(address, good);
    assertEquals(Problem.Kind.UNREACHABLE, problem.kind());
    assertTrue(
        problem.sentence().contains("it cannot be reached: nothing listens there;"),
        problem.sentence());
  }

  @Test
  void aMissingJoinFileIsNamed() {
    Path file = temp.resolve("nowhere/join");
    Problem problem = refusal(server.address(), new AgentConfig.Joining.ByFile(file));
    assertEquals(
        "join file "
            + file
            + ": there is no such file; start the server first, and name the file join in its"
            + " data folder; to a server on another host, join by its join command.",
        problem.sentence());
    assertEquals(Problem.Kind.UNREACHABLE, problem.kind());
  }

  @Test
  void withoutAnyMeansToJoinTheMendIsNamed() {
    Problem problem = refusal(server.address(), new AgentConfig.Joining.Already());
    assertTrue(problem.sentence().contains("--join-file"), problem.sentence());
  }

  @Test
  void anEncryptedServerNeedsAFingerprint() {
    Problem problem =
        assertThrows(
                StartException.class,
                () -> enrolment(Optional.of(server.address()), Optional.empty(), good).enrol())
            .problem();
    assertTrue(problem.sentence().contains("--ca sha256:"), problem.sentence());
  }

  @Test
  void aDataFolderThatCannotBeMadeIsNamed() throws Exception {
    Path file = Files.createFile(temp.resolve("file"));
    StartException e =
        assertThrows(
            StartException.class,
            () -> DataFolder.open(new LocalDisk(), file.resolve("data"), temp));
    assertTrue(e.getMessage().contains("it cannot be written"), e.getMessage());
  }

  private Path invite(ServerAddress address, AuthorityPin authority, String secret)
      throws Exception {
    return Files.writeString(
        temp.resolve("join"),
        "server %s\nca %s\nsecret %s\n".formatted(address, authority, secret));
  }

  private Membership byFile(AgentConfig.Joining joining) throws Exception {
    return enrolment(Optional.empty(), Optional.empty(), joining).enrol();
  }

  @Test
  void theJoinFileOfAServerSaysAllThatAnAgentOnItsHostNeeds() throws Exception {
    AgentConfig.Joining usually =
        new AgentConfig.Joining.Usually(invite(server.address(), LinkServer.pin(), "good"));
    Membership joined = byFile(usually);
    assertEquals(server.address(), joined.server());
    assertEquals(LinkServer.pin(), joined.authority());
    Files.delete(temp.resolve("join"));
    assertEquals(joined, byFile(usually), "what is kept holds while the server is away");
  }

  @Test
  void anAgentFollowsItsServerToAnotherPortAndNoOtherServer() throws Exception {
    Path file = invite(server.address(), LinkServer.pin(), "good");
    AgentConfig.Joining usually = new AgentConfig.Joining.Usually(file);
    Membership joined = byFile(usually);
    ServerAddress moved = new ServerAddress("127.0.0.1", 1);
    invite(moved, LinkServer.pin(), "drawn anew");
    assertEquals(joined.at(moved), byFile(usually));
    Files.delete(file);
    assertEquals(joined.at(moved), byFile(usually), "it has kept where the server is");
    AuthorityPin other = new TestAuthority().pin();
    invite(new ServerAddress("127.0.0.1", 2), other, "good");
    assertEquals(joined.at(moved), byFile(usually), "it belongs to the one that it has joined");
    AgentConfig.Joining named = new AgentConfig.Joining.ByFile(file);
    assertThrows(StartException.class, () -> byFile(named));
    invite(server.address(), LinkServer.pin(), "used");
    assertEquals(joined, byFile(named));
  }

  /// The server writes the file when it serves; an agent that was started before it waits.
  @Test
  void anAgentThatIsThereBeforeItsServerJoinsByTheFileThatComes() throws Exception {
    Path file = temp.resolve("join");
    JumpingTime waiting = new JumpingTime();
    Enrolment early =
        enrolment(
            Optional.empty(), Optional.empty(), new AgentConfig.Joining.ByFile(file), waiting);
    waiting.happens(
        Duration.ofSeconds(1).toNanos(),
        () -> {
          try {
            invite(server.address(), LinkServer.pin(), "good");
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        });
    assertEquals(server.address(), early.enrol().server());
  }

  /// Whoever takes the port while the server is away has no certificate of its authority.
  @Test
  void aServerThatIsNotThePinnedOneIsToldNothing() throws Exception {
    List<String> asked = new CopyOnWriteArrayList<>();
    try (LinkServer fake =
        LinkServer.encrypted(
            new TestAuthority().server("127.0.0.1", 1),
            body -> {
              asked.add(body);
              return ScriptedServer.join(body);
            },
            _ -> new Heard())) {
      invite(fake.address(), LinkServer.pin(), "good");
      Problem problem =
          assertThrows(
                  StartException.class,
                  () -> byFile(new AgentConfig.Joining.ByFile(temp.resolve("join"))))
              .problem();
      assertTrue(problem.sentence().contains("it is not trusted"), problem.sentence());
      assertEquals(List.of(), asked);
    }
  }

  @Test
  void anAgentWhoseClockIsWrongIsToldSo() throws Exception {
    TestAuthority authority = new TestAuthority();
    try (LinkServer server =
        LinkServer.encrypted(
            authority.server("127.0.0.1", -1), ScriptedServer::join, _ -> new Heard())) {
      invite(server.address(), authority.pin(), "good");
      Problem problem =
          assertThrows(
                  StartException.class,
                  () -> byFile(new AgentConfig.Joining.ByFile(temp.resolve("join"))))
              .problem();
      assertTrue(
          problem.sentence().contains("its certificate has expired by this host's clock")
              && problem.sentence().contains("set the clock that is wrong"),
          problem.sentence());
    }
  }

  @Test
  void serversAreSpokenToOverTlsOnly() {
    for (String good : List.of("https://127.0.0.1:80", "https://localhost", "https://[::1]:81/")) {
      assertTrue(ServerAddress.parse(good) instanceof Parsed.Value<ServerAddress>, good);
    }
    List<String> wrong =
        List.of(
            "http://127.0.0.1:8080",
            "http://10.0.0.5:8080",
            "ftp://localhost",
            "127.0.0.1:80",
            "https://user:password@host",
            "https://host/path",
            "https://");
    for (String text : wrong) {
      assertTrue(ServerAddress.parse(text) instanceof Parsed.Wrong<ServerAddress>, text);
    }
  }
}
