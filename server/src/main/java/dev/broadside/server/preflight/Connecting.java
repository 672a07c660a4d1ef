package dev.broadside.server.preflight;

import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.JobReader;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.Plan;
import dev.broadside.core.job.ShareSlice;
import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import dev.broadside.core.pack.ParameterDescriptor;
import dev.broadside.core.param.ConnectionParameters;
import dev.broadside.core.param.Parameter;
import dev.broadside.server.feed.AgentView;
import dev.broadside.server.store.row.JobCode;
import dev.broadside.server.store.row.NamedTarget;
import dev.broadside.server.store.row.PackRow;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.node.JsonNodeFactory;

/// A job class that connects to a database and need be told no more than which.
///
/// @param pack that has it
record Connecting(PackRow pack, ClassDescriptor jobClass) {
  /// Those of a pack.
  static Stream<Connecting> of(PackRow pack) {
    return pack.descriptor().classes().stream()
        .map(one -> new Connecting(pack, one))
        .filter(Connecting::needsNoMore);
  }

  private boolean needsNoMore() {
    return ConnectionParameters.OF_TARGET.stream().map(Parameter::name).allMatch(this::declares)
        && jobClass.parameters().stream()
            .allMatch(one -> one.preset().isPresent() || ConnectionParameters.ofTarget(one.name()));
  }

  boolean declares(String name) {
    return jobClass.parameters().stream().map(ParameterDescriptor::name).anyMatch(name::equals);
  }

  JobCode code() {
    return JobCode.of(jobClass, pack);
  }

  /// A job on a target, as small as it gets.
  JobSpec spec(NamedTarget target) {
    JobReader reader =
        new JobReader(
            JsonNodeFactory.instance.objectNode().put(JobDocument.TARGET.path(), target.name()));
    return reader
        .spec(
            Optional.of(
                JobReader.Code.of(jobClass, pack.sha256(), jobClass.description().parameters())))
        .orElseThrow();
  }

  /// What an agent is told that is to connect and leave: it is not the first, which looks at what
  /// it needs there.
  Plan plan(String id, AgentView agent, JobSpec spec) {
    ShareSlice slice = new ShareSlice(1, 2, 1, 1, 2);
    return new Plan(id, agent.name(), 0, spec, pack.bytes(), jobClass.operations(), slice);
  }
}
