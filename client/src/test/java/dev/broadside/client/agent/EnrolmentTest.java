package dev.broadside.client.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.client.arrivals.JumpingTime;
import dev.broadside.client.link.Heard;
import dev.broadside.client.link.LinkServer;
import dev.broadside.client.link.ServerAddress;
import dev.broadside.client.share.DataFolder;
import dev.broadside.client.share.StartException;
import dev.broadside.client.spool.LocalDisk;
import dev.broadside.core.pack.PackTrust;
import dev.broadside.core.param.Parsed;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Secret;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnrolmentTest {
  @TempDir private Path temp;

  private final LinkServer server = LinkServer.plain(ScriptedServer::join, _ -> new Heard());
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
    AgentConfig config =
        new AgentConfig(
            "one",
            address,
            Optional.empty(),
            joining,
            temp.resolve("data"),
            temp.resolve("drivers"),
            Map.of(),
            1,
            List.of(),
            AgentConfig.SPOOL_BYTES,
            PackTrust.ANYBODY,
            "test");
    return new Enrolment(config, data, new JumpingTime(), new SplittableRandom(1));
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
        new Membership(server.address(), "other", List.of(), Optional.empty(), "secret").toText());
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
        LinkServer.plain(
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
        LinkServer.plain(
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
            + " refused: This token is used; ask the server for a new join command, or name"
            + " another --join-file or --name.",
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
            + " data folder.",
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
    Problem problem = refusal(new ServerAddress("127.0.0.1", 1, true), good);
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

  @Test
  void plainHttpIsForThisHostOnly() {
    for (String good : List.of("http://127.0.0.1:80", "http://localhost", "http://[::1]:81/")) {
      assertTrue(ServerAddress.parse(good) instanceof Parsed.Value<ServerAddress>, good);
    }
    List<String> wrong =
        List.of(
            "http://10.0.0.5:8080",
            "http://localhost.example",
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
