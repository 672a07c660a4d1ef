package dev.broadside.core.pack;

import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Which packs are accepted: all, or those signed with one of some keys.
///
/// The server and each agent have their own lists of keys, so that an attacker who takes over a
/// server cannot bring code to agents that have keys.
///
/// @param keys by the name of their owner; empty if no signature is wanted
/// @param own the SHA-256 of packs that need no signature
public record PackTrust(Map<String, PublicKey> keys, Set<String> own) {
  /// No signature is wanted.
  public static final PackTrust ANYBODY = new PackTrust(Map.of(), Set.of());

  private static final String SUFFIX = ".pub";

  public PackTrust {
    keys = Map.copyOf(keys);
    own = Set.copyOf(own);
  }

  /// Why a pack is refused.
  public record Objection(String what, String mend) {}

  /// Says what is wrong with a folder of keys.
  public static final class BadKeysException extends Exception {
    private static final long serialVersionUID = 1;
    private final transient Problem problem;

    BadKeysException(Problem problem, Exception cause) {
      super(problem.sentence(), cause);
      this.problem = problem;
    }

    public Problem problem() {
      return problem;
    }
  }

  /// The keys in a folder, `OWNER.pub` each.
  public static PackTrust in(Path folder) throws BadKeysException {
    Map<String, PublicKey> keys = new TreeMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        keys.put(
            name.substring(0, name.length() - SUFFIX.length()),
            PackKeys.readPublic(Files.readString(file)));
      }
    } catch (NotDirectoryException | NoSuchFileException e) {
      throw refused(folder, "there is no such folder", e);
    } catch (IOException | GeneralSecurityException e) {
      throw refused(folder, "a key in it cannot be read (" + e.getMessage() + ")", e);
    }
    if (keys.isEmpty()) {
      throw refused(folder, "it holds no file NAME" + SUFFIX, new IOException("no key"));
    }
    return new PackTrust(keys, Set.of());
  }

  private static BadKeysException refused(Path folder, String what, Exception cause) {
    return new BadKeysException(
        Problem.wrong(
            "--pack-keys " + folder,
            what,
            "put public keys into it, as 'broadside pack keygen' makes them"),
        cause);
  }

  /// This trust, with packs that need no signature.
  public PackTrust with(Set<String> sha256s) {
    return new PackTrust(keys, sha256s);
  }

  /// Whether a pack needs a signature.
  public boolean asksOf(String sha256) {
    return !keys.isEmpty() && !own.contains(sha256);
  }

  /// The objection to a pack without a trusted signature.
  ///
  /// @param taker who would accept it, such as `server`
  public Optional<Objection> against(
      Optional<String> signature, PackSignature contents, String taker) {
    if (keys.isEmpty()) {
      return Optional.empty();
    }
    String mend =
        "have it signed with 'broadside pack build --key' by "
            + PlainText.line(String.join(" or ", new TreeMap<>(keys).keySet()));
    if (signature.isEmpty()) {
      return Optional.of(
          new Objection("it is not signed, and this " + taker + " takes no other", mend));
    }
    return contents.signer(signature.get(), keys).isPresent()
        ? Optional.empty()
        : Optional.of(
            new Objection(
                "its signature is by none of this " + taker + "'s keys, or it was changed since",
                mend));
  }
}
