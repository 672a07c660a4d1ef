package dev.broadside.server.store.row;

import dev.broadside.core.job.JobSpec;
import dev.broadside.core.study.StudyPlan;

/// The specification of a member of a group, or of all steps of a study.
///
/// @param spec for a study, what its steps have in common
/// @param plan for a job, one step
/// @param code its job class in the pack
public record MemberRow(JobSpec spec, StudyPlan plan, JobCode code) {
  public MemberRow with(JobSpec other) {
    return new MemberRow(other, plan, code);
  }
}
