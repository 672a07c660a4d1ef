package dev.broadside.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslContextBuilder;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;

class TlsOnlyTest {
  private final EmbeddedChannel channel;

  TlsOnlyTest() throws SSLException {
    channel = new EmbeddedChannel(new HttpListener.TlsOnly(SslContextBuilder.forClient().build()));
  }

  private boolean reaches(String text) {
    return channel.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII));
  }

  @Test
  void whoSpeaksPlainHttpIsToldOnceToWriteHttps() {
    assertFalse(reaches("POST /api/v1/jobs HTTP/1.1\r\n"));
    assertFalse(reaches("Authorization: Bearer secret\r\n\r\n"));
    ByteBuf answer = channel.readOutbound();
    String[] parts = answer.toString(StandardCharsets.US_ASCII).split("\r\n\r\n");
    assertTrue(parts[0].startsWith("HTTP/1.1 400 Bad Request\r\n"), parts[0]);
    assertTrue(parts[0].contains("\r\nContent-Length: " + parts[1].length() + "\r\n"), parts[0]);
    assertEquals(
        "This port speaks TLS only: write https:// in the address instead of http://.\n", parts[1]);
    assertNull(channel.readOutbound());
    assertNull(channel.readInbound());
  }

  @Test
  void whoSpeaksNeitherIsNotAnswered() {
    assertFalse(reaches("\0\0\0\0\0\0\0\0"));
    assertNull(channel.readOutbound());
    assertFalse(channel.isOpen());
  }
}
