package dev.broadside.core.wire;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// Writes the frames of samples that have no golden file yet; never changes one that is there. Run
/// by hand, with the folder as its argument, when a message is added.
final class GoldenFrames {
  private GoldenFrames() {}

  static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    Codec codec = new Codec();
    for (Map.Entry<String, Message> sample : WireSamples.all().entrySet()) {
      Path file = folder.resolve("v3-" + sample.getKey() + ".bin");
      if (Files.notExists(file)) {
        Files.write(file, codec.encode(sample.getValue()));
      }
    }
  }
}
