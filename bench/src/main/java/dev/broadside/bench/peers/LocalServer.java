package dev.broadside.bench.peers;

import dev.broadside.bench.Tool;
import dev.broadside.client.agent.Invitation;
import dev.broadside.client.link.PinnedTrust;
import dev.broadside.core.report.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A real server process on loopback, spoken to over its HTTP API; ended by [#close()].
public final class LocalServer implements AutoCloseable {
  private static final Pattern ADDRESS = Pattern.compile("(https://127\\.0\\.0\\.1:\\d+)");
  private static final int OK = 300;

  private final JsonMapper json = Json.mapper();
  private final HttpClient http;
  private final Process process;
  private final String address;
  private final Path data;
  private final Invitation invitation;
  private final String token;

  private LocalServer(Process process, String address, Path data) throws IOException {
    this.process = process;
    this.address = address;
    this.data = data;
    this.invitation = Invitation.parse(Files.readString(data.resolve("join")));
    this.token = Files.readString(data.resolve("admin-token")).strip();
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .sslContext(trust().context())
            .sslParameters(trust().parameters())
            .build();
  }

  /// Starts one on any free port.
  ///
  /// @param prefix a command that runs the server's, such as `taskset -c 1`
  /// @param environment on top of this process's own
  public static LocalServer start(Path data, List<String> prefix, Map<String, String> environment)
      throws IOException {
    List<String> command =
        Stream.concat(
                prefix.stream(),
                Tool.broadside("server", "--data", data.toString(), "--port", "0").stream())
            .toList();
    ProcessBuilder builder =
        new ProcessBuilder(new ArrayList<>(command))
            .redirectError(data.resolveSibling("server.log").toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    Matcher found = ADDRESS.matcher(Objects.requireNonNullElse(lines.readLine(), ""));
    if (!found.find()) {
      process.destroy();
      throw new IOException(
          "the server printed no address; see " + data.resolveSibling("server.log"));
    }
    return new LocalServer(process, found.group(1), data);
  }

  /// Its data folder, by which commands find it.
  public String data() {
    return data.toString();
  }

  /// By what an agent joins.
  public Invitation invitation() {
    return invitation;
  }

  /// Whom its certificate comes from.
  public PinnedTrust trust() {
    return new PinnedTrust(invitation.authority().orElseThrow());
  }

  public Process process() {
    return process;
  }

  public HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(address + path))
        .header("Authorization", "Bearer " + token);
  }

  public HttpClient http() {
    return http;
  }

  public JsonNode get(String path) throws IOException, InterruptedException {
    return send(request(path).build());
  }

  public JsonNode post(String path, Object body) throws IOException, InterruptedException {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json.writeValueAsString(body)))
            .build());
  }

  private JsonNode send(HttpRequest request) throws IOException, InterruptedException {
    var answer = http.send(request, BodyHandlers.ofString());
    if (answer.statusCode() >= OK) {
      throw new IOException(request.uri() + " answered " + answer.statusCode() + answer.body());
    }
    return json.readTree(answer.body());
  }

  @Override
  public void close() throws InterruptedException {
    process.destroy();
    process.waitFor();
    http.shutdownNow();
  }
}
