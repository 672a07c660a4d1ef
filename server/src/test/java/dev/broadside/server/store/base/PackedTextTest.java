package dev.broadside.server.store.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;

final class PackedTextTest {
  @Test
  void documentsComeBackFromWhatIsMuchSmaller() throws IOException {
    String document = "{\"latencyMillis\":{\"p50\":1.25,\"p99\":3.5,\"text\":\"é\"}}".repeat(50);

    byte[] packed = PackedText.pack(document);

    assertEquals(document, PackedText.unpack(packed));
    assertTrue(packed.length < document.length() / 4, packed.length + " bytes");
  }
}
