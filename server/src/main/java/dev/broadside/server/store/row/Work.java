package dev.broadside.server.store.row;

import java.util.Locale;

/// Something that somebody has handed in, of whichever kind.
///
/// @param id unique among those of its kind
public record Work(Kind kind, String id) {
  public static Work job(String id) {
    return new Work(Kind.JOB, id);
  }

  public static Work study(String id) {
    return new Work(Kind.STUDY, id);
  }

  public static Work group(String id) {
    return new Work(Kind.GROUP, id);
  }

  /// What it is.
  public enum Kind {
    JOB("jobs"),
    STUDY("studies"),
    GROUP("job_groups");

    private final String table;

    Kind(String table) {
      this.table = table;
    }

    /// The table that has them, by `id`.
    public String table() {
      return table;
    }

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /// The column of those tables that refer to works of every kind.
    public String column() {
      return word() + "_id";
    }
  }
}
