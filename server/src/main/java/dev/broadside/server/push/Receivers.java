package dev.broadside.server.push;

import dev.broadside.core.input.JsonFields;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Secret;
import dev.broadside.core.sentence.FileCause;
import dev.broadside.server.security.OperatorFile;
import dev.broadside.server.security.SetupException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import tools.jackson.databind.JsonNode;

/// The receivers that a server's operator has named, in a file:
///
/// ```yaml
/// receivers:
///   prometheus: {remoteWrite: "http://localhost:9090/api/v1/write"}
///   collector:
///     otlp: "https://otel.example:4318/v1/metrics"
///     headers:
///       Authorization: {file: otel.auth}    # the header's value; or {env: NAME}
///     caFile: otel-ca.pem                   # whom it trusts beside the JDK's authorities: nobody
///     interval: 10s                         # how often it is called, at the most; 1s
/// ```
///
/// Files are meant from that file's folder. Addresses are those that webhooks may have, too.
public record Receivers(List<Receiver> all) {
  /// Nothing is pushed.
  public static final Receivers NONE = new Receivers(List.of());

  private static final Duration USUAL = Duration.ofSeconds(1);
  private static final List<String> FIELDS =
      Stream.concat(
              Stream.of(PushForm.values()).map(PushForm::field),
              Stream.of("headers", "caFile", "interval"))
          .toList();

  public Receivers {
    all = List.copyOf(all);
  }

  /// Reads a file.
  ///
  /// @param environment gives a variable's value, or an empty text
  /// @throws SetupException with everything that is wrong with it, and the lines
  public static Receivers read(Path file, UnaryOperator<String> environment) throws SetupException {
    return OperatorFile.read("--push", file, read -> new Reader(read, environment).receivers());
  }

  /// One reading of one file.
  private record Reader(OperatorFile file, UnaryOperator<String> environment) {
    Optional<Receivers> receivers() {
      file.root().onlyKnow(List.of("receivers"));
      List<Receiver> all = new ArrayList<>();
      for (String name : names(file.root(), "receivers")) {
        receiver(name, file.root().within("receivers").within(name)).ifPresent(all::add);
      }
      if (all.isEmpty() && file.sound()) {
        file.root().wrong("receivers", "no receiver is named", "name one, or leave --push out");
      }
      return file.sound() ? Optional.of(new Receivers(all)) : Optional.empty();
    }

    private static List<String> names(JsonFields fields, String of) {
      return fields.node(of).map(JsonNode::propertyNames).map(List::copyOf).orElse(List.of());
    }

    private Optional<Receiver> receiver(String name, JsonFields fields) {
      fields.onlyKnow(FIELDS);
      List<PushForm> forms =
          Stream.of(PushForm.values()).filter(one -> fields.node(one.field()).isPresent()).toList();
      if (forms.size() != 1) {
        fields.wrong(
            PushForm.OTLP.field(),
            "a receiver takes either otlp or remoteWrite",
            "give the address of one of the two");
        return Optional.empty();
      }
      PushForm form = forms.getFirst();
      Duration interval =
          OperatorFile.value(fields, Parameter.span("interval", "How often it is called."), USUAL);
      HttpClient client = client(fields);
      Map<String, Secret> headers = headers(fields);
      return address(fields, form.field())
          .map(address -> new Receiver(name, form, address, headers, client, interval));
    }

    private static Optional<URI> address(JsonFields fields, String field) {
      Optional<URI> address =
          fields
              .text(field, OperatorFile.LONGEST)
              .flatMap(text -> OperatorFile.address(fields, field, text));
      if (address.filter(uri -> uri.getRawUserInfo() != null).isPresent()) {
        fields.wrong(
            field,
            "it has a user or a password in it",
            "give them in headers, as Authorization: {file: FILE}");
      }
      return address;
    }

    private HttpClient client(JsonFields fields) {
      HttpClient.Builder client = OperatorFile.client();
      file.file(fields, "caFile")
          .ifPresent(path -> {
            try {
              client.sslContext(trusting(path));
            } catch (IOException e) {
              fields.wrong(
                  "caFile",
                  "file " + path + " cannot be read (" + FileCause.of(e) + ")",
                  "name one that can");
            } catch (GeneralSecurityException e) {
              fields.wrong(
                  "caFile",
                  "file " + path + " holds no certificates",
                  "name a file of certificates in PEM");
            }
          });
      return client.build();
    }

    private static SSLContext trusting(Path file) throws IOException, GeneralSecurityException {
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      try (InputStream in = Files.newInputStream(file)) {
        int number = 0;
        for (Certificate one : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
          trusted.setCertificateEntry("" + number++, one);
        }
      }
      if (trusted.size() == 0) {
        throw new GeneralSecurityException("no certificates");
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    }

    private Map<String, Secret> headers(JsonFields fields) {
      Map<String, Secret> headers = new TreeMap<>();
      JsonFields given = fields.within("headers");
      for (String name : names(fields, "headers")) {
        value(given, name)
            .filter(text -> fits(given, name, text))
            .ifPresent(text -> headers.put(name, new Secret(text)));
      }
      return headers;
    }

    private Optional<String> value(JsonFields headers, String name) {
      if (headers.node(name).filter(JsonNode::isObject).isEmpty()) {
        return headers.text(name, OperatorFile.LONGEST);
      }
      JsonFields from = headers.within(name);
      from.onlyKnow(List.of("file", "env"));
      Optional<String> variable = from.text("env", OperatorFile.LONGEST);
      if (variable.isEmpty()) {
        return file.content(from, "file");
      }
      Optional<String> value = variable.map(environment).filter(text -> !text.isEmpty());
      if (value.isEmpty()) {
        from.wrong("env", "the server's environment has no such variable", "set it");
      }
      return value;
    }

    /// The client's own words would have the value in them.
    private static boolean fits(JsonFields headers, String name, String text) {
      boolean fits =
          OperatorFile.parsed(text, value -> HttpRequest.newBuilder().header(name, value))
              .isPresent();
      if (!fits) {
        headers.wrong(
            name,
            "it is no header that can be set, or its value is not one line of plain characters",
            "give another name, or look into its file or variable");
      }
      return fits;
    }
  }
}
