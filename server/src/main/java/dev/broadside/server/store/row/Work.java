package dev.broadside.server.store.row;

import dev.broadside.core.campaign.Campaign;
import dev.broadside.core.campaign.JobGroup;
import dev.broadside.core.campaign.Study;
import dev.broadside.core.search.WorkKind;

/// A job, a study or a group: something that somebody has submitted.
///
/// @param id unique among those of its kind
public record Work(WorkKind kind, String id) {
  public static Work job(String id) {
    return new Work(WorkKind.JOB, id);
  }

  public static Work study(String id) {
    return new Work(WorkKind.STUDY, id);
  }

  public static Work group(String id) {
    return new Work(WorkKind.GROUP, id);
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
}
