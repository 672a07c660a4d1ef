package dev.broadside.jobs.file;

import dev.broadside.sql.SqlPack.PackedJob;

/// Job classes whose files lie in `examples/sql`; the build packs them.
public final class FileJobs {
  private FileJobs() {}

  /// `smallbank.yaml`.
  public static final class SmallBank extends PackedJob {
    public SmallBank() {
      super("smallbank.yaml");
    }
  }

  /// `tatp.yaml`.
  public static final class Tatp extends PackedJob {
    public Tatp() {
      super("tatp.yaml");
    }
  }
}
