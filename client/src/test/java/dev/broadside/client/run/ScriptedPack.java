package dev.broadside.client.run;

import dev.broadside.client.engine.LoadObserver;
import dev.broadside.client.pack.PackDescriptors;
import dev.broadside.client.pack.PackException;
import dev.broadside.client.pack.TestPacks;
import dev.broadside.client.process.InProcessWorker;
import dev.broadside.client.process.Worker;
import dev.broadside.client.process.WorkerFlags;
import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.pack.PackDescriptor;
import dev.broadside.core.time.SystemTime;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// A pack that holds the job class `scripted`, and runs of it.
record ScriptedPack(Path file, PackDescriptor descriptor, String sha256) {
  static ScriptedPack in(Path folder) throws IOException, PackException {
    Path file = TestPacks.scripted(folder);
    return new ScriptedPack(
        file, new PackDescriptors().read(file).orElseThrow(), PackDescriptors.sha256(file));
  }

  /// A job in intervals of a tenth of a second.
  SpecBuilder spec(String behaviour) {
    return SpecBuilder.of("scripted")
        .pack(sha256)
        .parameters(Map.of("behaviour", behaviour))
        .interval(Duration.ofMillis(100));
  }

  LocalOrder order(JobSpec spec) {
    return order("run", spec);
  }

  /// In a process of its own.
  ///
  /// @param flags of the worker's JVM, beside those that keep it small
  LocalOrder order(String runId, JobSpec spec, String... flags) {
    return order(runId, spec, Worker.Forker.PROCESSES, flags);
  }

  /// In this JVM, which costs two seconds of a processor less: for job code that neither ends its
  /// process nor speaks on its streams.
  LocalOrder here(String runId, JobSpec spec) {
    return here(runId, spec, LoadObserver.NONE);
  }

  LocalOrder here(String runId, JobSpec spec, LoadObserver observer) {
    return order(runId, spec, InProcessWorker.forker(observer, new SystemTime()));
  }

  private LocalOrder order(String runId, JobSpec spec, Worker.Forker forker, String... flags) {
    WorkerFlags small = new WorkerFlags(64, List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    return new LocalOrder(
        runId,
        spec,
        descriptor.find("scripted").orElseThrow(),
        file,
        file.resolveSibling("none"),
        small.and(List.of(flags)),
        forker,
        Map.of());
  }
}
