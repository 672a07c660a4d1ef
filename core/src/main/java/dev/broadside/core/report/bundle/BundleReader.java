package dev.broadside.core.report.bundle;

import dev.broadside.core.digest.Sha256;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import tools.jackson.core.JacksonException;

/// Reads the first three entries of a bundle, each of bounded size: they are all that a replay
/// needs. Nothing is ever unpacked to a disk.
public final class BundleReader {
  private static final int MOST_MANIFEST = 1 << 16;
  private static final int MOST_JOB = 1 << 20;
  private static final int MOST_RESULT = 64 << 20;

  private BundleReader() {}

  /// Reads a bundle.
  ///
  /// @param problems takes the problem if the file is not a bundle
  public static Optional<Bundle> read(InputStream in, List<Problem> problems) {
    try (ZipInputStream zip = new ZipInputStream(in, StandardCharsets.UTF_8)) {
      return Optional.of(read(zip));
    } catch (Refused e) {
      problems.add(e.problem);
    } catch (IOException | JacksonException | IllegalArgumentException e) {
      String cause = PlainText.line("" + e.getMessage(), 200);
      problems.add(
          Problem.wrong("bundle", "it is damaged (" + cause + ")", "ask for it once more"));
    }
    return Optional.empty();
  }

  private static Bundle read(ZipInputStream zip) throws IOException, Refused {
    byte[] first = entry(zip, Bundle.MANIFEST, MOST_MANIFEST);
    Bundle.Manifest manifest = Json.mapper().readValue(first, Bundle.Manifest.class);
    if (!manifest.type().equals(Bundle.TYPE)) {
      throw new Refused("its manifest says that it is another kind of file");
    }
    if (manifest.format() != Bundle.FORMAT) {
      throw new Refused(
          "it has format "
              + manifest.format()
              + " of Broadside "
              + PlainText.line(manifest.by(), 50)
              + ", and this version reads format "
              + Bundle.FORMAT,
          "replay it with that version");
    }
    byte[] job = named(zip, Bundle.JOB, MOST_JOB, manifest);
    byte[] result = named(zip, Bundle.RESULT, MOST_RESULT, manifest);
    RunDocument document = Json.mapper().readValue(result, RunDocument.class);
    return new Bundle(manifest, new String(job, StandardCharsets.UTF_8), document);
  }

  private static byte[] named(ZipInputStream zip, String name, int most, Bundle.Manifest manifest)
      throws IOException, Refused {
    byte[] bytes = entry(zip, name, most);
    if (!Sha256.hex(bytes).equals(manifest.files().get(name))) {
      throw new Refused("its " + name + " is not the one that its manifest names");
    }
    return bytes;
  }

  private static byte[] entry(ZipInputStream zip, String name, int most)
      throws IOException, Refused {
    ZipEntry entry = zip.getNextEntry();
    if (entry == null || !entry.getName().equals(name)) {
      throw new Refused("it is not a bundle: " + name + " is missing at its place");
    }
    byte[] bytes = zip.readNBytes(most + 1);
    if (bytes.length > most) {
      throw new Refused("its " + name + " is larger than " + most + " bytes");
    }
    return bytes;
  }

  /// Why a file is not a bundle.
  private static final class Refused extends Exception {
    private static final long serialVersionUID = 1;
    private final transient Problem problem;

    Refused(String what) {
      this(what, "name a file that 'broadside job bundle' wrote");
    }

    Refused(String what, String mend) {
      super(what);
      this.problem = Problem.wrong("bundle", what, mend);
    }
  }
}
