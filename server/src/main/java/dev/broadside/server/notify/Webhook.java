package dev.broadside.server.notify;

import dev.broadside.core.param.Secret;
import dev.broadside.core.time.Time;
import dev.broadside.server.security.OperatorFile;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// A POST of the notice as JSON, signed as the specification *Standard Webhooks* says: headers
/// `webhook-id`, `webhook-timestamp` and `webhook-signature`, an HMAC-SHA256 over
/// `id.timestamp.body`. No redirect is followed, and no answer is read.
///
/// @param key empty if nothing is signed
/// @param client that follows no redirects
record Webhook(URI address, Optional<Secret> key, HttpClient client, Time time) implements Channel {
  private static final String HMAC = "HmacSHA256";

  @Override
  public String kind() {
    return "webhook";
  }

  @Override
  public void send(String id, Notice notice, byte[] body) throws IOException {
    String seconds = Long.toString(time.now().getEpochSecond());
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address)
            .timeout(OperatorFile.PATIENCE)
            .header("content-type", "application/json")
            .header("webhook-id", id)
            .header("webhook-timestamp", seconds)
            .POST(BodyPublishers.ofByteArray(body));
    key.ifPresent(secret ->
        request.header("webhook-signature", "v1," + signature(secret, id, seconds, body)));
    try {
      HttpResponse<Void> answer = client.send(request.build(), BodyHandlers.discarding());
      if (answer.statusCode() / 100 != 2) {
        throw new IOException("it answered with status " + answer.statusCode());
      }
    } catch (ConnectException e) {
      throw new IOException("nobody answers at its address", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the server stops");
    }
  }

  private static String signature(Secret key, String id, String seconds, byte[] body) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(Base64.getDecoder().decode(key.reveal()), HMAC));
      mac.update((id + "." + seconds + ".").getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + HMAC, e);
    }
  }
}
