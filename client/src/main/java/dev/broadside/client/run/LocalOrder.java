package dev.broadside.client.run;

import dev.broadside.client.process.Worker;
import dev.broadside.client.process.WorkerFlags;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import java.nio.file.Path;
import java.util.Map;

/// What a run without a server is asked to do.
///
/// @param runId the run's id, as it will stand in the result
/// @param spec the job; its pack is the digest of `pack`, and it has one agent
/// @param jobClass the job class, as the pack's descriptor has it
/// @param pack the pack's file
/// @param drivers folder of JDBC driver jars
/// @param flags of the worker's JVM
/// @param forker what makes the worker: a process, or a part of this JVM
/// @param provenance what else the result keeps, such as the command line; nothing secret
public record LocalOrder(
    String runId,
    JobSpec spec,
    ClassDescriptor jobClass,
    Path pack,
    Path drivers,
    WorkerFlags flags,
    Worker.Forker forker,
    Map<String, String> provenance) {
  public LocalOrder {
    provenance = Map.copyOf(provenance);
  }
}
