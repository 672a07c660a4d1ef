package dev.broadside.server.security;

import dev.broadside.core.input.JobYaml;
import dev.broadside.core.input.JsonFields;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parsed;
import dev.broadside.core.param.Problem;
import dev.broadside.core.sentence.FileCause;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// A YAML file by which the operator of a server says whom it may call. Nobody else can: no request
/// and no job names an address that the server calls. For one thread.
public final class OperatorFile {
  public static final int LONGEST = 2_000;

  /// How long a host may take to answer.
  public static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final Set<String> HERE = Set.of("localhost", "127.0.0.1", "[::1]");

  private final Path folder;
  private final JsonFields root;
  private final List<Problem> problems;

  private OperatorFile(Path file, JsonNode document, List<Problem> problems) {
    this.folder = file.toAbsolutePath().resolveSibling("");
    this.root = new JsonFields(document, "", problems);
    this.problems = problems;
  }

  /// Reads a file.
  ///
  /// @param option that names it, with its dashes
  /// @param reader gives nothing if something is wrong
  /// @throws SetupException with everything that is wrong with it, and the lines
  public static <T> T read(String option, Path file, Function<OperatorFile, Optional<T>> reader)
      throws SetupException {
    List<Problem> problems = new ArrayList<>();
    try {
      Optional<JobYaml> yaml = JobYaml.read(Files.readString(file), problems);
      Optional<T> read =
          yaml.flatMap(one -> reader.apply(new OperatorFile(file, one.root(), problems)));
      if (read.isPresent()) {
        return read.get();
      }
      yaml.ifPresent(one -> problems.replaceAll(one::placed));
    } catch (IOException e) {
      problems.add(
          Problem.wrong(
              "the file", "it cannot be read (" + FileCause.of(e) + ")", "name one that can"));
    }
    throw new SetupException(
        problems.stream()
            .map(one ->
                Problem.wrong(option + " " + file + ", " + one.where(), one.what(), one.mend()))
            .toList());
  }

  public JsonFields root() {
    return root;
  }

  /// Whether nothing wrong has been found yet.
  public boolean sound() {
    return problems.isEmpty();
  }

  /// A client for such addresses, which follows no redirect.
  public static HttpClient.Builder client() {
    // A receiver of HTTP need not know what an offer of HTTP/2 asks for.
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .followRedirects(Redirect.NEVER)
        .connectTimeout(PATIENCE);
  }

  /// An address that may be called: one with TLS, or one on this host.
  public static Optional<URI> address(JsonFields fields, String field, String text) {
    Optional<URI> address =
        parsed(text, one -> HttpRequest.newBuilder(URI.create(one)).build().uri());
    if (address.isEmpty()) {
      fields.wrong(field, "it is no address", "give one such as https://HOST/PATH");
    } else if (!address.get().getScheme().equalsIgnoreCase("https")
        && !here(address.get().getHost())) {
      fields.wrong(
          field,
          "it is not protected by TLS",
          "give one with https://, or with http:// on this host");
      return Optional.empty();
    }
    return address;
  }

  /// Whether a name stands for this host.
  public static boolean here(String host) {
    return HERE.contains(host);
  }

  /// A file that a field names, from this file's folder.
  public Optional<Path> file(JsonFields fields, String field) {
    return fields.text(field, LONGEST).map(folder::resolve);
  }

  /// The text of a file that a field names, such as a secret, without blanks around it.
  public Optional<String> content(JsonFields fields, String field) {
    return file(fields, field)
        .flatMap(file -> {
          try {
            return Optional.of(Files.readString(file).strip());
          } catch (IOException e) {
            fields.wrong(
                field,
                "file " + file + " cannot be read (" + FileCause.of(e) + ")",
                "name one that can");
            return Optional.empty();
          }
        });
  }

  /// The value of a field by its declaration, or the usual one if it is missing or wrong.
  public static <T> T value(JsonFields fields, Parameter<T> declared, T usual) {
    Optional<JsonNode> node = fields.node(declared.name());
    return node.isEmpty()
        ? usual
        : switch (declared.parse(node.get().asString(""))) {
          case Parsed.Value<T>(T value) -> value;
          case Parsed.Wrong<T>(Problem wrong) -> {
            fields.wrong(declared.name(), wrong.what(), wrong.mend());
            yield usual;
          }
        };
  }

  /// What a parser makes of a text; empty if it refuses it.
  public static <T> Optional<T> parsed(String text, Function<String, T> parser) {
    try {
      return Optional.of(parser.apply(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
