package dev.broadside.client.pack;

import dev.broadside.core.digest.Sha256;
import dev.broadside.core.pack.PackDescriptor;
import dev.broadside.core.report.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Reads the descriptors of packs, as data and without loading any of their code.
///
/// Safe for use by several threads.
public final class PackDescriptors {
  private final JsonMapper json =
      Json.mapper().rebuild().enable(SerializationFeature.INDENT_OUTPUT).build();

  /// The descriptor of a pack; empty if the jar has none, so that it is not a pack yet.
  ///
  /// @throws PackException if the file is not a jar, is too large when expanded, or has an invalid
  ///   descriptor
  public Optional<PackDescriptor> read(Path pack) throws IOException, PackException {
    try (PackFile file = PackFile.open(pack)) {
      file.checkAll();
    }
    try (PackFile file = PackFile.open(pack)) {
      Optional<byte[]> bytes = file.descriptor();
      return bytes.isEmpty() ? Optional.empty() : Optional.of(parse(bytes.get()));
    }
  }

  /// The name of a pack everywhere: the SHA-256 of its file in lower-case hex.
  public static String sha256(Path pack) throws IOException {
    return Sha256.hex(pack);
  }

  private PackDescriptor parse(byte[] bytes) throws PackException {
    try {
      return json.readValue(bytes, PackDescriptor.class);
    } catch (JacksonException | IllegalArgumentException e) {
      throw new PackException("the pack's descriptor " + PackDescriptor.ENTRY + " is not valid", e);
    }
  }

  /// A descriptor as it is stored in a pack.
  byte[] write(PackDescriptor descriptor) {
    return json.writeValueAsBytes(descriptor);
  }
}
