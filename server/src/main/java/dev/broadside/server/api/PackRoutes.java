package dev.broadside.server.api;

import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.JobFieldView;
import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import dev.broadside.core.pack.ParameterDescriptor;
import dev.broadside.core.param.Problem;
import dev.broadside.server.exchange.Access;
import dev.broadside.server.exchange.Call;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.Reply;
import dev.broadside.server.exchange.Resource;
import dev.broadside.server.exchange.Route;
import dev.broadside.server.packs.PackLimits;
import dev.broadside.server.packs.PackStore;
import dev.broadside.server.packs.PackStore.Installation;
import dev.broadside.server.packs.RefusedPack;
import dev.broadside.server.store.row.PackRow;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Packs, and the job classes in them.
public final class PackRoutes implements Resource {
  private static final Logger LOG = LoggerFactory.getLogger(PackRoutes.class);

  private final PackStore packs;

  public PackRoutes(PackStore packs) {
    this.packs = packs;
  }

  @Override
  public String title() {
    return "job classes";
  }

  @Override
  public List<Route> routes() {
    return List.of(
        Route.get("/api/v1/job-classes", Access.VIEWER, this::jobClasses)
            .named(
                "listJobClasses",
                "What can be run, each from the newest pack that has it and with the parameters "
                    + "that make its form.")
            .gives(JobClasses.class),
        Route.get("/api/v1/packs", Access.VIEWER, this::list)
            .named(
                "listPacks",
                "Installed packs, the one that was installed last first; it is the one that new "
                    + "jobs use.")
            .gives(Packs.class),
        Route.post("/api/v1/packs", Access.AUTHOR, this::upload)
            .named(
                "installPack",
                "Install a pack, a jar with job classes and a descriptor. It is never loaded by "
                    + "the server.")
            .body(new Route.Body.File(PackLimits.DEFAULT.fileBytes()))
            .more(
                "201 too where it is there already; new jobs use it from now on, be it older than "
                    + "another.")
            .gives(201, PackView.class)
            .fails(Kind.CONFLICT, Kind.WRONG_INPUT));
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
  ///
  /// @param fields what can be said of a job of any class, as it is declared
  record JobClasses(List<JobClassView> jobClasses, List<JobFieldView> fields) {}

  private Reply list(Call call) {
    return Reply.ok(new Packs(packs.all().stream().map(PackView::of).toList()));
  }

  private Reply upload(Call call) throws IOException {
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
  private Reply jobClasses(Call call) {
    Map<String, JobClassView> newest = new LinkedHashMap<>();
    for (PackRow pack : packs.all()) {
      for (ClassDescriptor one : pack.descriptor().classes()) {
        newest.putIfAbsent(one.id(), view(one, pack));
      }
    }
    List<String> ids = newest.keySet().stream().sorted().toList();
    return Reply.ok(new JobClasses(ids.stream().map(newest::get).toList(), JobDocument.views()));
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
