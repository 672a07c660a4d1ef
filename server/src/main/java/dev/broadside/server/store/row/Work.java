package dev.broadside.server.store.row;

import dev.broadside.core.campaign.Campaign;
import dev.broadside.core.campaign.JobGroup;
import dev.broadside.core.campaign.Study;
import java.util.Locale;

/// A job, a study or a group: something that somebody has submitted.
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

  public static Work of(Campaign campaign) {
    return switch (campaign) {
      case Study study -> study(study.id());
      case JobGroup group -> group(group.id());
    };
  }

  /// For people: `group nightly`.
  @Override
  public String toString() {
    return kind.word() + " " + id;
  }

  /// What it is.
  public enum Kind {
    JOB("jobs"),
    STUDY("studies"),
    GROUP("groups");

    private final String plural;

    Kind(String plural) {
      this.plural = plural;
    }

    /// What several are called, also in routes.
    public String plural() {
      return plural;
    }

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
