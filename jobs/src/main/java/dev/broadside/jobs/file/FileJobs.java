package dev.broadside.jobs.file;

import dev.broadside.sql.SqlPack.PackedClass;

/// Job classes whose files lie in `examples/sql`; the build packs them.
public final class FileJobs {
  private FileJobs() {}

  /// `smallbank.yaml`.
  public static final class SmallBank extends PackedClass {
    public SmallBank() {
      super("smallbank.yaml");
    }
  }

  /// `tatp.yaml`.
  public static final class Tatp extends PackedClass {
    public Tatp() {
      super("tatp.yaml");
    }
  }
}
