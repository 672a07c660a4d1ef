package dev.broadside.core.report.bundle;

import dev.broadside.core.report.RunDocument;
import java.util.Map;

/// The parts of a bundle that can be replayed.
///
/// A bundle is a zip: first `manifest.json`, `job.yaml` and `result.json`, in this order, and then
/// the files for people and other programs: `report.html`, `intervals.ndjson`, and packs if they
/// were asked for. It holds no secrets.
///
/// @param manifest what it says of itself
/// @param job the job document as YAML
/// @param result without its intervals
public record Bundle(Manifest manifest, String job, RunDocument result) {
  /// The format that this version writes, and the only one that it reads.
  public static final int FORMAT = 1;

  static final String TYPE = "broadside-bundle";
  static final String MANIFEST = "manifest.json";
  static final String JOB = "job.yaml";
  static final String RESULT = "result.json";

  /// What a bundle says of itself.
  ///
  /// @param type always the same
  /// @param by the version of Broadside that wrote it
  /// @param id the job's
  /// @param pack `NAME@VERSION` of the pack that ran
  /// @param packSha256 its digest
  /// @param files SHA-256 of the job and of its result, by their names
  public record Manifest(
      String type,
      int format,
      String by,
      String id,
      String pack,
      String packSha256,
      Map<String, String> files) {
    public Manifest {
      files = Map.copyOf(files);
    }
  }
}
