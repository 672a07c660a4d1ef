package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.FreePort;
import dev.broadside.system.harness.Command;
import dev.broadside.system.harness.NotRun;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// What deploy/ has for Kubernetes: made by the chart, of fields that Kubernetes knows, and its
/// containers do their work with no more than it leaves them.
class KubernetesTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Path DEPLOY = Path.of("../../deploy");
  private static final Path MANIFEST = DEPLOY.resolve("kubernetes/broadside.yaml");

  @TempDir private Path folder;

  @Test
  void theManifestIsWhatTheChartMakes() throws Exception {
    Path helm = NotRun.unlessOnPath("helm", "whether the manifest is what the chart makes");
    String chart = DEPLOY.resolve("helm/broadside").toString();
    assertEquals(
        Files.readString(MANIFEST),
        said(helm.toString(), "template", "broadside", chart, "--namespace", "broadside"),
        "make it anew: helm template broadside deploy/helm/broadside --namespace broadside >"
            + " deploy/kubernetes/broadside.yaml");
    said(helm.toString(), "lint", "--strict", chart);
  }

  @Test
  void kubernetesKnowsEveryFieldOfTheManifest() throws IOException {
    Map<String, Integer> kinds = new TreeMap<>();
    for (JsonNode one : objects(Files.readString(MANIFEST))) {
      String kind = one.get("kind").asString();
      switch (kind) {
        case "Service" -> V1Service.fromJson(one.toString());
        case "StatefulSet" -> V1StatefulSet.fromJson(one.toString());
        default -> throw new AssertionError("nobody looks at a " + kind);
      }
      kinds.merge(kind, 1, Integer::sum);
    }
    assertEquals(Map.of("Service", 2, "StatefulSet", 2), kinds);
  }

  @Test
  void itsContainersRunAJobWithNoMoreThanTheyAreLeft() throws Exception {
    Path bwrap = NotRun.unlessOnPath("bwrap", "containers of the manifest");
    if (!"root".equals(System.getProperty("user.name"))) {
      throw NotRun.because("containers of the manifest need root");
    }
    int port = FreePort.find();
    String manifest = Files.readString(MANIFEST).replace("8080", "" + port);
    Box box = new Box(bwrap, folder, objects(manifest));

    try (Command server = box.start("broadside-server", Map.of())) {
      String ca = server.awaitText(MINUTE, "(sha256:[0-9a-f]{64})");
      String url = "https://localhost:" + port;
      Path admin = folder.resolve("broadside-server/server/admin-token");
      Map<String, String> reach =
          Map.of(
              "BROADSIDE_SERVER", url,
              "BROADSIDE_CA", ca,
              "BROADSIDE_TOKEN", Files.readString(admin).strip());
      String invited = told(reach, "agents", "invite", "--agents", "2", "--valid", "1h");
      box.join(invited.replaceFirst("(?s).*--token (\\S+).*", "$1"));
      Map<String, String> pod = Map.of("BROADSIDE_CA", ca, "NODE_NAME", "n1");
      // Packs run as the agents' user.
      assertEquals(box.user("broadside-server"), Files.getAttribute(admin, "unix:uid"));
      assertEquals(
          "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(admin)));
      assertNotEquals(box.user("broadside-server"), box.user("broadside-agent"));
      try (Command agent = box.start("broadside-agent", pod)) {
        agent.awaitText(MINUTE, "(connected to the server)");
        String ran =
            told(
                reach,
                "job",
                "submit",
                "noop",
                "--threads",
                "2",
                "--rate",
                "50",
                "--duration",
                "2s",
                "--on-label",
                "node=n1",
                "--watch");
        assertTrue(ran.contains("BALANCED"), ran);
        // As Kubernetes ends a container: its first process is told, and its status counts.
        agent.handle().descendants().forEach(ProcessHandle::destroy);
        assertEquals(143, agent.awaitExit(MINUTE), agent::toString);
      }
    }
  }

  private static String told(Map<String, String> environment, String... line) {
    try (Command command = Command.start(List.of(), environment, line)) {
      assertEquals(0, command.awaitExit(MINUTE), command::toString);
      return command.out();
    }
  }

  private static List<JsonNode> objects(String manifest) {
    return new YAMLMapper().readerFor(JsonNode.class).<JsonNode>readValues(manifest).readAll();
  }

  private static String said(String... command) throws Exception {
    Process process = new ProcessBuilder(command).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), err);
    return out;
  }

  /// Containers as the manifest has them, but for their image: this host's programs, and the
  /// installation of this build.
  ///
  /// @param folder where their volumes lie
  private record Box(Path bwrap, Path folder, List<JsonNode> objects) {

    private JsonNode spec(String name) {
      return objects.stream()
          .filter(one -> one.get("kind").asString().equals("StatefulSet"))
          .filter(one -> one.at("/metadata/name").asString().equals(name))
          .findFirst()
          .orElseThrow()
          .at("/spec/template/spec");
    }

    int user(String name) {
      return spec(name).at("/securityContext/runAsUser").asInt();
    }

    /// Lays down the token as the secret has it.
    void join(String token) throws IOException {
      Files.writeString(Files.createDirectories(folder.resolve("join")).resolve("token"), token);
    }

    /// @param given variables that Kubernetes would fill in
    Command start(String name, Map<String, String> given) throws IOException {
      JsonNode spec = spec(name);
      JsonNode container = spec.at("/containers/0");
      Map<String, String> environment = new TreeMap<>(Map.of("POD_NAME", name + "-0"));
      for (JsonNode variable : container.get("env")) {
        if (variable.has("value")) {
          environment.put(variable.get("name").asString(), variable.get("value").asString());
        }
      }
      environment.putAll(given);
      String[] arguments =
          container
              .get("args")
              .valueStream()
              .map(argument -> filled(argument.asString(), environment))
              .toArray(String[]::new);
      return Command.start(prefix(name, container, environment), Map.of(), arguments);
    }

    private static String filled(String argument, Map<String, String> environment) {
      String text = argument;
      for (Map.Entry<String, String> one : environment.entrySet()) {
        text = text.replace("$(" + one.getKey() + ")", one.getValue());
      }
      return text;
    }

    private List<String> prefix(String name, JsonNode container, Map<String, String> environment)
        throws IOException {
      List<String> words = new ArrayList<>(List.of(bwrap.toString()));
      for (String shared : List.of("/usr", "/bin", "/lib", "/lib64", "/etc")) {
        words.addAll(List.of("--ro-bind-try", shared, shared));
      }
      words.addAll(List.of("--dev", "/dev", "--proc", "/proc"));
      // Before the installation, which may lie below one of them.
      for (JsonNode mount : container.get("volumeMounts")) {
        words.addAll(volume(name, mount));
      }
      for (Path shared : List.of(Command.home(), javaHome())) {
        // What bwrap makes by itself on the way only root may enter.
        for (int i = 1; i < shared.getNameCount() && !shared.startsWith("/usr"); i++) {
          words.addAll(List.of("--dir", "/" + shared.subpath(0, i)));
        }
        words.addAll(List.of("--ro-bind", shared.toString(), shared.toString()));
      }
      words.addAll(List.of("--ro-bind", hosts().toString(), "/etc/hosts"));
      words.addAll(
          List.of(
              "--remount-ro",
              "/",
              "--die-with-parent",
              "--unshare-pid",
              "--as-pid-1",
              "--clearenv"));
      environment.put("PATH", "/usr/bin:/bin");
      environment.put("JAVA_HOME", javaHome().toString());
      environment.forEach((key, value) -> words.addAll(List.of("--setenv", key, value)));
      String user = "" + user(name);
      words.addAll(
          List.of(
              "setpriv",
              "--reuid=" + user,
              "--regid=" + user,
              "--clear-groups",
              "--no-new-privs",
              "--bounding-set=-all"));
      return words;
    }

    private List<String> volume(String name, JsonNode mount) throws IOException {
      String path = mount.get("mountPath").asString();
      return switch (mount.get("name").asString()) {
        case "tmp" -> List.of("--perms", "1777", "--tmpfs", path);
        case "join" -> List.of("--ro-bind", folder.resolve("join").toString(), path);
        case "data" -> {
          Path data = Files.createDirectories(folder.resolve(name));
          Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxrwxrwx"));
          yield List.of("--bind", data.toString(), path);
        }
        default -> throw new AssertionError("nobody knows the volume " + mount);
      };
    }

    private Path hosts() throws IOException {
      String line = "127.0.0.1 localhost broadside-server\n";
      return Files.writeString(folder.resolve("hosts"), line);
    }

    private static Path javaHome() throws IOException {
      return Path.of(System.getProperty("java.home")).toRealPath();
    }
  }
}
