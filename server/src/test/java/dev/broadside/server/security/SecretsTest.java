package dev.broadside.server.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.time.ManualTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Sealed texts, tokens, sessions and guesses.
class SecretsTest {
  private final ManualTime time = new ManualTime(Instant.parse("2026-01-01T00:00:00Z"));

  @TempDir Path data;

  @Test
  void aSealedTextOpensAgainAfterARestart() throws Exception {
    String sealed;
    try (DataDirectory directory = DataDirectory.open(data)) {
      KeyFileSecretBox box = KeyFileSecretBox.in(directory);
      sealed = box.seal("pässword", "jobs/a");
      assertFalse(sealed.contains("ssword"));
      assertNotEquals(sealed, box.seal("pässword", "jobs/a"), "a nonce is used once");
    }
    try (DataDirectory directory = DataDirectory.open(data)) {
      assertEquals("pässword", KeyFileSecretBox.in(directory).open(sealed, "jobs/a"));
    }
  }

  @Test
  void aSealedTextThatWasChangedOrBelongsToAnotherKeyDoesNotOpen() throws Exception {
    try (DataDirectory directory = DataDirectory.open(data)) {
      KeyFileSecretBox box = KeyFileSecretBox.in(directory);
      String sealed = box.seal("secret", "jobs/a");
      char last = sealed.charAt(10) == 'A' ? 'B' : 'A';
      String changed = sealed.substring(0, 10) + last + sealed.substring(11);
      assertThrows(IllegalStateException.class, () -> box.open(changed, "jobs/a"));
      assertThrows(IllegalStateException.class, () -> box.open("v2:AAAA", "jobs/a"));
      assertThrows(IllegalStateException.class, () -> box.open("secret", "jobs/a"));
      assertThrows(IllegalStateException.class, () -> box.open(sealed, "jobs/b"));
      Files.delete(directory.resolve("key"));
      KeyFileSecretBox other = KeyFileSecretBox.in(directory);
      assertThrows(IllegalStateException.class, () -> other.open(sealed, "jobs/a"));
    }
  }

  @Test
  void aDamagedKeyFileIsOneSentence() throws Exception {
    Files.writeString(data.resolve("key"), "not base64!\n");
    try (DataDirectory directory = DataDirectory.open(data)) {
      SetupException refused =
          assertThrows(SetupException.class, () -> KeyFileSecretBox.in(directory));
      assertTrue(refused.getMessage().contains("backup"), refused.getMessage());
    }
  }

  @Test
  void tokensAreLongAndNeverTheSame() {
    assertEquals(43, Tokens.make().length());
    assertNotEquals(Tokens.make(), Tokens.make());
    assertTrue(Tokens.same("abc", "abc"));
    assertFalse(Tokens.same("abc", "abd"));
    assertFalse(Tokens.same("abc", ""));
  }

  @Test
  void aLoginLinkWorksOnce() {
    Sessions sessions = new Sessions(time);
    String link = sessions.newLink();
    Sessions.Session session = sessions.login(link).orElseThrow();
    assertEquals(session.csrf(), sessions.csrf(session.token()).orElseThrow());
    assertTrue(sessions.login(link).isEmpty());
  }

  @Test
  void aLoginLinkWorksForTenMinutes() {
    Sessions sessions = new Sessions(time);
    String link = sessions.newLink();
    time.advance(Sessions.LINK_LIFE);
    assertTrue(sessions.login(link).isEmpty());
  }

  @Test
  void aSessionEndsByLogoutAndByIdleness() {
    Sessions sessions = new Sessions(time);
    Sessions.Session one = sessions.login(sessions.newLink()).orElseThrow();
    sessions.logout(one.token());
    assertTrue(sessions.csrf(one.token()).isEmpty());

    Sessions.Session other = sessions.login(sessions.newLink()).orElseThrow();
    time.advance(Sessions.IDLE.minusSeconds(1));
    assertTrue(sessions.csrf(other.token()).isPresent());
    time.advance(Sessions.IDLE.minusSeconds(1));
    assertTrue(sessions.csrf(other.token()).isPresent(), "a request keeps it alive");
    time.advance(Sessions.IDLE.minusSeconds(1));
    assertTrue(sessions.alive(other.token()), "asking whether it lives does not keep it alive");
    time.advance(Duration.ofSeconds(1));
    assertFalse(sessions.alive(other.token()));
    assertTrue(sessions.csrf(other.token()).isEmpty());
  }

  @Test
  void whoGuessesTenTimesWaitsForTheRestOfTheMinute() {
    Guesses guesses = new Guesses(time);
    for (int i = 0; i < 10; i++) {
      assertEquals(Duration.ZERO, guesses.wait("10.0.0.1"));
      guesses.failed("10.0.0.1");
    }
    assertEquals(Duration.ofMinutes(1), guesses.wait("10.0.0.1"));
    assertEquals(Duration.ZERO, guesses.wait("10.0.0.2"));
    time.advance(Duration.ofSeconds(59));
    assertEquals(Duration.ofSeconds(1), guesses.wait("10.0.0.1"));
    time.advance(Duration.ofSeconds(1));
    assertEquals(Duration.ZERO, guesses.wait("10.0.0.1"));
  }
}
