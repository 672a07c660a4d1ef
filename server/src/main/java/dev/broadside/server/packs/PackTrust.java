package dev.broadside.server.packs;

import dev.broadside.core.pack.PackKeys;
import dev.broadside.core.pack.PackSignature;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.server.security.SetupException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Whose packs are taken in: anybody's, or those that one of some keys has signed.
///
/// @param keys by the name of their owner; empty where no signature is wanted
public record PackTrust(Map<String, PublicKey> keys) {
  /// No signature is wanted.
  public static final PackTrust ANYBODY = new PackTrust(Map.of());

  private static final String SUFFIX = ".pub";

  public PackTrust {
    keys = Map.copyOf(keys);
  }

  /// The keys in a folder, `OWNER.pub` each.
  public static PackTrust in(Path folder) throws SetupException {
    Map<String, PublicKey> keys = new TreeMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        keys.put(
            name.substring(0, name.length() - SUFFIX.length()),
            PackKeys.readPublic(Files.readString(file)));
      }
    } catch (IOException | GeneralSecurityException e) {
      throw refused(folder, "a key in it cannot be read (" + e.getMessage() + ")", e);
    }
    if (keys.isEmpty()) {
      throw refused(folder, "it holds no file NAME" + SUFFIX, new IOException("no key"));
    }
    return new PackTrust(keys);
  }

  private static SetupException refused(Path folder, String what, Exception cause) {
    return new SetupException(
        Problem.wrong(
            "--pack-keys " + folder,
            what,
            "put public keys into it, as 'broadside pack keygen' makes them"),
        cause);
  }

  /// Refuses what nobody has signed who is trusted.
  void check(Optional<String> signature, PackSignature contents) throws RefusedPack {
    if (keys.isEmpty()) {
      return;
    }
    String mend =
        "have it signed with 'broadside pack build --key' by "
            + PlainText.line(String.join(" or ", new TreeMap<>(keys).keySet()));
    if (signature.isEmpty()) {
      throw new RefusedPack("it is not signed, and this server takes no other", mend);
    }
    if (contents.signer(signature.get(), keys).isEmpty()) {
      throw new RefusedPack(
          "its signature is by none of this server's keys, or it was changed since", mend);
    }
  }
}
