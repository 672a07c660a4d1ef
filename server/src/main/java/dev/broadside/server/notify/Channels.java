package dev.broadside.server.notify;

import dev.broadside.core.input.JsonFields;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Secret;
import dev.broadside.core.time.Time;
import dev.broadside.server.notify.Mail.Guard;
import dev.broadside.server.notify.Mail.Login;
import dev.broadside.server.notify.Mail.Smtp;
import dev.broadside.server.security.OperatorFile;
import dev.broadside.server.security.SetupException;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
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

  /// No notices are sent.
  public static final Channels NONE = new Channels(Map.of(), Optional.empty(), USUAL);

  public Channels {
    byName = Map.copyOf(byName);
  }

  /// Reads a file.
  ///
  /// @throws SetupException with everything that is wrong with it, and the lines
  public static Channels read(Path file, Time time) throws SetupException {
    return OperatorFile.read("--notify", file, read -> new Reader(read, time).channels());
  }

  /// One reading of one file.
  private static final class Reader {
    private final OperatorFile file;
    private final JsonFields root;
    private final Time time;

    Reader(OperatorFile file, Time time) {
      this.file = file;
      this.root = file.root();
      this.time = time;
    }

    Optional<Channels> channels() {
      root.onlyKnow(List.of("page", "waiting", "smtp", "channels"));
      Map<String, Channel> all = new TreeMap<>();
      Optional<Smtp> smtp = root.node("smtp").flatMap(_ -> smtp(root.within("smtp")));
      HttpClient client = OperatorFile.client().build();
      root.node("channels")
          .ifPresent(named ->
              named
                  .propertyNames()
                  .forEach(name ->
                      channel(root.within("channels").within(name), smtp, client)
                          .ifPresent(one -> all.put(name, one))));
      Duration waiting =
          OperatorFile.value(root, Parameter.span("waiting", "How long a job may wait."), USUAL);
      if (all.isEmpty() && file.sound()) {
        root.wrong("channels", "no channel is named", "name one, or leave --notify out");
      }
      return file.sound()
          ? Optional.of(new Channels(all, root.text("page", OperatorFile.LONGEST), waiting))
          : Optional.empty();
    }

    private Optional<Channel> channel(JsonFields fields, Optional<Smtp> smtp, HttpClient client) {
      fields.onlyKnow(List.of("webhook", "keyFile", "mail"));
      Optional<String> webhook = fields.text("webhook", OperatorFile.LONGEST);
      Optional<JsonNode> mail = fields.node("mail");
      if (webhook.isPresent() == mail.isPresent()) {
        fields.wrong("webhook", "a channel is a webhook or a mail", "give one of the two");
        return Optional.empty();
      }
      if (webhook.isPresent()) {
        Optional<Secret> key = file.content(fields, "keyFile").flatMap(text -> key(fields, text));
        return OperatorFile.address(fields, "webhook", webhook.get())
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

    private Optional<Smtp> smtp(JsonFields fields) {
      fields.onlyKnow(List.of("host", "port", "guard", "from", "user", "passwordFile"));
      Optional<String> host = fields.text("host", OperatorFile.LONGEST);
      Guard guard =
          fields
              .text("guard", OperatorFile.LONGEST)
              .map(word -> OperatorFile.parsed(word.toUpperCase(Locale.ROOT), Guard::valueOf))
              .orElse(Optional.of(Guard.STARTTLS))
              .orElseGet(() -> {
                fields.wrong("guard", "it is unknown", "give tls, starttls or none");
                return Guard.STARTTLS;
              });
      if (host.isEmpty()) {
        fields.wrong("host", "it is missing", "name the relay");
      }
      if (guard == Guard.NONE && host.filter(name -> !OperatorFile.here(name)).isPresent()) {
        fields.wrong("guard", "mails would be sent unencrypted", "give tls or starttls");
      }
      long port =
          OperatorFile.value(
              fields,
              Parameter.whole("port", "The relay's port.").between(1, 65_535),
              switch (guard) {
                case TLS -> 465L;
                case STARTTLS -> 587L;
                case NONE -> 25L;
              });
      Optional<InternetAddress> from =
          mailbox(fields, "from", fields.text("from", OperatorFile.LONGEST).orElse(""));
      Optional<Login> login =
          fields
              .text("user", OperatorFile.LONGEST)
              .flatMap(user ->
                  file.content(fields, "passwordFile")
                      .map(password -> new Login(user, new Secret(password))));
      return file.sound()
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
          OperatorFile.parsed(base64, Base64.getDecoder()::decode)
              .filter(key -> key.length >= 24)
              .isPresent();
      if (!good) {
        fields.wrong(
            "keyFile",
            "it holds no key of 24 bytes or more in Base64",
            "make one with `openssl rand -base64 32`");
      }
      return good ? Optional.of(new Secret(base64)) : Optional.empty();
    }
  }
}
