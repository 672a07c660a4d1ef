package dev.broadside.server.notify;

import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Secret;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.Message.RecipientType;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A mail of plain text by SMTP.
///
/// @param to at least one
record Mail(Smtp smtp, List<InternetAddress> to) implements Channel {
  private static final int LONGEST_CAUSE = 200;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /// How the connection is protected. Names in certificates are checked.
  enum Guard {
    /// TLS from the first byte, usually at port 465.
    TLS,
    /// TLS after STARTTLS, usually at port 587; if the relay has no TLS nothing is sent.
    STARTTLS,
    /// Nothing, for a relay on this host.
    NONE
  }

  /// The relay that takes the mails.
  ///
  /// @param login empty if it needs none
  record Smtp(String host, int port, Guard guard, InternetAddress from, Optional<Login> login) {}

  record Login(String user, Secret password) {}

  Mail {
    to = List.copyOf(to);
  }

  @Override
  public String kind() {
    return "mail";
  }

  @Override
  public void send(String id, Notice notice, byte[] body) throws IOException {
    Session session = Session.getInstance(settings());
    try {
      MimeMessage message = new MimeMessage(session);
      message.setFrom(smtp.from());
      message.setRecipients(RecipientType.TO, to.toArray(InternetAddress[]::new));
      message.setSubject(notice.subject(), StandardCharsets.UTF_8.name());
      message.setText(notice.text(), StandardCharsets.UTF_8.name());
      message.setHeader("Auto-Submitted", "auto-generated");
      try (Transport transport = session.getTransport("smtp")) {
        if (smtp.login().isPresent()) {
          Login login = smtp.login().get();
          transport.connect(login.user(), login.password().reveal());
        } else {
          transport.connect();
        }
        message.saveChanges();
        transport.sendMessage(message, message.getAllRecipients());
      }
    } catch (AuthenticationFailedException e) {
      throw new IOException("the relay refuses this user or password", e);
    } catch (MessagingException e) {
      throw new IOException("the relay did not take it (" + cause(e) + ")", e);
    }
  }

  /// With the first cause, since the library's own message often only says what it tried to do.
  private static String cause(MessagingException thrown) {
    return Stream.iterate((Throwable) thrown, Objects::nonNull, Throwable::getCause)
        .map(one -> PlainText.line("" + one.getMessage(), LONGEST_CAUSE))
        .distinct()
        .limit(2)
        .collect(Collectors.joining(": "));
  }

  private Properties settings() {
    String patience = Long.toString(PATIENCE.toMillis());
    Properties settings = new Properties();
    settings.put("mail.smtp.host", smtp.host());
    settings.put("mail.smtp.port", Integer.toString(smtp.port()));
    settings.put("mail.smtp.auth", Boolean.toString(smtp.login().isPresent()));
    settings.put("mail.smtp.ssl.enable", Boolean.toString(smtp.guard() == Guard.TLS));
    settings.put("mail.smtp.starttls.enable", Boolean.toString(smtp.guard() == Guard.STARTTLS));
    settings.put("mail.smtp.starttls.required", Boolean.toString(smtp.guard() == Guard.STARTTLS));
    settings.put("mail.smtp.ssl.checkserveridentity", "true");
    settings.put("mail.smtp.connectiontimeout", patience);
    settings.put("mail.smtp.timeout", patience);
    settings.put("mail.smtp.writetimeout", patience);
    return settings;
  }
}
