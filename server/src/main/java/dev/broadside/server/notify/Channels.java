package dev.broadside.server.notify;

import dev.broadside.core.input.JobYaml;
import dev.broadside.core.input.JsonFields;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parsed;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Secret;
import dev.broadside.core.sentence.FileCause;
import dev.broadside.core.time.Time;
import dev.broadside.server.notify.Mail.Guard;
import dev.broadside.server.notify.Mail.Login;
import dev.broadside.server.notify.Mail.Smtp;
import dev.broadside.server.security.SetupException;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// The channels that a server's operator has named, in a file:
///
/// ```yaml
/// page: https://broadside.example:8080   # optional: how people reach the server, for links
/// waiting: 10m                           # a job that waits longer is notified; the default
/// smtp: {host: mail.example, from: broadside@mail.example, user: u, passwordFile: smtp.password}
/// channels:
///   ops: {webhook: "https://hooks.example/broadside", keyFile: ops.key}
///   team: {mail: [dba@mail.example]}
/// ```
///
/// Paths of secret files are relative to the file's own folder. A webhook does not follow
/// redirects, and needs TLS unless it is on this host.
///
/// @param page empty if notices have no link
/// @param waiting how long a job may wait before a notice says so
public record Channels(Map<String, Channel> byName, Optional<String> page, Duration waiting) {
  private static final Duration USUAL = Duration.ofMinutes(10);
  private static final int LONGEST = 2_000;
  private static final Set<String> HERE = Set.of("localhost", "127.0.0.1", "[::1]");

  /// No notices are sent.
  public static final Channels NONE = new Channels(Map.of(), Optional.empty(), USUAL);

  public Channels {
    byName = Map.copyOf(byName);
  }

  /// Reads a file.
  ///
  /// @throws SetupException with everything that is wrong with it, and the lines
  public static Channels read(Path file, Time time) throws SetupException {
    List<Problem> problems = new ArrayList<>();
    try {
      Optional<JobYaml> yaml = JobYaml.read(Files.readString(file), problems);
      Optional<Channels> channels =
          yaml.flatMap(one -> new Reader(file, one.root(), problems, time).channels());
      if (channels.isPresent()) {
        return channels.get();
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
                Problem.wrong("--notify " + file + ", " + one.where(), one.what(), one.mend()))
            .toList());
  }

  /// One reading of one file.
  private static final class Reader {
    private final Path folder;
    private final JsonFields root;
    private final List<Problem> problems;
    private final Time time;

    Reader(Path file, JsonNode document, List<Problem> problems, Time time) {
      this.folder = file.toAbsolutePath().resolveSibling("");
      this.root = new JsonFields(document, "", problems);
      this.problems = problems;
      this.time = time;
    }

    Optional<Channels> channels() {
      root.onlyKnow(List.of("page", "waiting", "smtp", "channels"));
      Map<String, Channel> all = new TreeMap<>();
      Optional<Smtp> smtp = root.node("smtp").flatMap(_ -> smtp(root.within("smtp")));
      HttpClient client = Webhook.newClient();
      root.node("channels")
          .ifPresent(named ->
              named
                  .propertyNames()
                  .forEach(name ->
                      channel(root.within("channels").within(name), smtp, client)
                          .ifPresent(one -> all.put(name, one))));
      Duration waiting = read(root, Parameter.span("waiting", "How long a job may wait."), USUAL);
      if (all.isEmpty() && problems.isEmpty()) {
        root.wrong("channels", "no channel is named", "name one, or leave --notify out");
      }
      return problems.isEmpty()
          ? Optional.of(new Channels(all, root.text("page", LONGEST), waiting))
          : Optional.empty();
    }

    private static <T> T read(JsonFields fields, Parameter<T> declared, T usual) {
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

    private Optional<Channel> channel(JsonFields fields, Optional<Smtp> smtp, HttpClient client) {
      fields.onlyKnow(List.of("webhook", "keyFile", "mail"));
      Optional<String> webhook = fields.text("webhook", LONGEST);
      Optional<JsonNode> mail = fields.node("mail");
      if (webhook.isPresent() == mail.isPresent()) {
        fields.wrong("webhook", "a channel is a webhook or a mail", "give one of the two");
        return Optional.empty();
      }
      if (webhook.isPresent()) {
        Optional<Secret> key = secret(fields, "keyFile").flatMap(text -> key(fields, text));
        return address(fields, webhook.get())
            .map(address -> new Webhook(address, key, client, time));
      }
      if (root.node("smtp").isEmpty()) {
        fields.wrong("mail", "there is no relay for mails", "add smtp: {host: ..., from: ...}");
        return Optional.empty();
      }
      List<InternetAddress> to = new ArrayList<>();
      mail.get()
          .valueStream()
          .forEach(one -> mailbox(fields, "mail", one.asString("")).ifPresent(to::add));
      if (mail.get().isEmpty()) {
        fields.wrong("mail", "the list of addresses is empty", "give a list of addresses");
        return Optional.empty();
      }
      return smtp.map(relay -> new Mail(relay, to));
    }

    private static Optional<URI> address(JsonFields fields, String text) {
      Optional<URI> address = parsed(text, URI::create);
      boolean guarded = address.filter(uri -> "https".equals(uri.getScheme())).isPresent();
      boolean here =
          address
              .filter(uri -> "http".equals(uri.getScheme()))
              .filter(uri -> uri.getHost() != null && HERE.contains(uri.getHost()))
              .isPresent();
      if (!guarded && !here) {
        fields.wrong(
            "webhook",
            "it is not protected by TLS",
            "give one with https://, or with http:// on this host");
        return Optional.empty();
      }
      return address;
    }

    private Optional<Smtp> smtp(JsonFields fields) {
      fields.onlyKnow(List.of("host", "port", "guard", "from", "user", "passwordFile"));
      Optional<String> host = fields.text("host", LONGEST);
      Guard guard =
          fields
              .text("guard", LONGEST)
              .map(word -> parsed(word.toUpperCase(Locale.ROOT), Guard::valueOf))
              .orElse(Optional.of(Guard.STARTTLS))
              .orElseGet(() -> {
                fields.wrong("guard", "it is unknown", "give tls, starttls or none");
                return Guard.STARTTLS;
              });
      if (host.isEmpty()) {
        fields.wrong("host", "it is missing", "name the relay");
      }
      if (guard == Guard.NONE && host.filter(name -> !HERE.contains(name)).isPresent()) {
        fields.wrong("guard", "mails would be sent unencrypted", "give tls or starttls");
      }
      long port =
          read(
              fields,
              Parameter.whole("port", "The relay's port.").between(1, 65_535),
              switch (guard) {
                case TLS -> 465L;
                case STARTTLS -> 587L;
                case NONE -> 25L;
              });
      Optional<InternetAddress> from =
          mailbox(fields, "from", fields.text("from", LONGEST).orElse(""));
      Optional<Login> login =
          fields
              .text("user", LONGEST)
              .flatMap(user ->
                  secret(fields, "passwordFile")
                      .map(password -> new Login(user, new Secret(password))));
      return problems.isEmpty()
          ? Optional.of(new Smtp(host.orElseThrow(), (int) port, guard, from.orElseThrow(), login))
          : Optional.empty();
    }

    private static Optional<InternetAddress> mailbox(JsonFields fields, String path, String text) {
      try {
        InternetAddress address = new InternetAddress(text, true);
        address.validate();
        return Optional.of(address);
      } catch (AddressException e) {
        fields.wrong(path, "it is no mail address", "give one such as dba@mail.example");
        return Optional.empty();
      }
    }

    /// A key as *Standard Webhooks* writes it: Base64, with or without `whsec_`.
    private static Optional<Secret> key(JsonFields fields, String text) {
      String base64 = text.startsWith("whsec_") ? text.substring("whsec_".length()) : text;
      boolean good =
          parsed(base64, Base64.getDecoder()::decode).filter(key -> key.length >= 24).isPresent();
      if (!good) {
        fields.wrong(
            "keyFile",
            "it holds no key of 24 bytes or more in Base64",
            "make one with `openssl rand -base64 32`");
      }
      return good ? Optional.of(new Secret(base64)) : Optional.empty();
    }

    private Optional<String> secret(JsonFields fields, String path) {
      return fields
          .text(path, LONGEST)
          .flatMap(file -> {
            try {
              return Optional.of(Files.readString(folder.resolve(file)).strip());
            } catch (IOException e) {
              fields.wrong(
                  path,
                  "file " + folder.resolve(file) + " cannot be read (" + FileCause.of(e) + ")",
                  "name one that can");
              return Optional.empty();
            }
          });
    }

    private static <T> Optional<T> parsed(String text, Function<String, T> parser) {
      try {
        return Optional.of(parser.apply(text));
      } catch (IllegalArgumentException e) {
        return Optional.empty();
      }
    }
  }
}
