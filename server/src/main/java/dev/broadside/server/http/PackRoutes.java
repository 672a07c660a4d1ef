package dev.broadside.server.http;

import dev.broadside.core.job.PackDescriptor.ClassDescriptor;
import dev.broadside.core.job.ParameterDescriptor;
import dev.broadside.core.param.Problem;
import dev.broadside.server.packs.PackStore;
import dev.broadside.server.packs.PackStore.Installation;
import dev.broadside.server.packs.RefusedPack;
import dev.broadside.server.store.PackRow;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Packs, and the job classes in them.
final class PackRoutes {
  private static final Logger LOG = LoggerFactory.getLogger(PackRoutes.class);

  private final PackStore packs;

  PackRoutes(PackStore packs) {
    this.packs = packs;
  }

  /// A pack as clients see it.
  record PackView(
      String sha256,
      String name,
      String version,
      long bytes,
      Instant installedAt,
      List<String> classes) {
    static PackView of(PackRow row) {
      return new PackView(
          row.sha256(),
          row.descriptor().name(),
          row.descriptor().version(),
          row.bytes(),
          row.installedAt(),
          row.descriptor().classes().stream().map(ClassDescriptor::id).toList());
    }
  }

  /// All packs, as a document.
  record Packs(List<PackView> packs) {}

  /// A job class as clients see it.
  record JobClassView(
      String id,
      String title,
      String summary,
      List<ParameterDescriptor> parameters,
      List<String> operations,
      PackName pack) {}

  /// Where a job class comes from.
  record PackName(String name, String version, String sha256) {}

  /// All job classes, as a document.
  record JobClasses(List<JobClassView> jobClasses) {}

  Reply list(Call call) {
    return Reply.ok(new Packs(packs.all().stream().map(PackView::of).toList()));
  }

  Reply upload(Call call) throws IOException {
    try {
      return switch (packs.install(call.file().orElseThrow())) {
        case Installation.Done(PackRow pack) -> installed(call, PackView.of(pack));
        case Installation.Conflict(Problem problem) -> throw HttpProblem.conflict(problem);
      };
    } catch (RefusedPack e) {
      throw HttpProblem.wrongInput(List.of(e.problem()));
    }
  }

  private static Reply installed(Call call, PackView pack) {
    LOG.info(
        "{} installed pack {} {} from {}",
        call.caller().user(),
        pack.name(),
        pack.version(),
        call.address());
    return new Reply.Json(201, pack);
  }

  /// Each job class once, from the newest pack that has it.
  Reply jobClasses(Call call) {
    Map<String, JobClassView> newest = new LinkedHashMap<>();
    for (PackRow pack : packs.all()) {
      for (ClassDescriptor one : pack.descriptor().classes()) {
        newest.putIfAbsent(one.id(), view(one, pack));
      }
    }
    List<String> ids = newest.keySet().stream().sorted().toList();
    return Reply.ok(new JobClasses(ids.stream().map(newest::get).toList()));
  }

  private static JobClassView view(ClassDescriptor one, PackRow pack) {
    return new JobClassView(
        one.id(),
        one.title(),
        one.summary(),
        one.parameters(),
        one.operations(),
        new PackName(pack.descriptor().name(), pack.descriptor().version(), pack.sha256()));
  }
}
