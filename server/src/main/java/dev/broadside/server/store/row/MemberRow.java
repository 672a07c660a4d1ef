package dev.broadside.server.store.row;

import dev.broadside.core.job.JobSpec;
import dev.broadside.core.study.StudyPlan;

/// What a member of a group asks for, or all steps of a study.
///
/// @param spec of a study, what its steps have in common
/// @param plan of a job, one step
/// @param code what the server knows of its code
public record MemberRow(JobSpec spec, StudyPlan plan, JobCode code) {
  public MemberRow with(JobSpec other) {
    return new MemberRow(other, plan, code);
  }
}
