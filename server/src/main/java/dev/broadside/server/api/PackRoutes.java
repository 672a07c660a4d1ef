package dev.broadside.server.api;

import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.JobFieldView;
import dev.broadside.core.load.Bounds;
import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import dev.broadside.core.pack.ParameterDescriptor;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Figure;
import dev.broadside.server.campaign.CampaignReads;
import dev.broadside.server.exchange.Access;
import dev.broadside.server.exchange.Call;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.Query;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Packs, and the job classes in them.
public record PackRoutes(PackStore packs, CampaignReads campaigns) implements Resource {
  private static final Logger LOG = LoggerFactory.getLogger(PackRoutes.class);

  private static final Parameter<String> PACK =
      Parameter.text("pack", "Only those of this pack: NAME@VERSION, NAME, or its SHA-256")
          .preset("")
          .atMost(2 * Bounds.MAX_NAME + 1);
  private static final Query CLASSES = new Query(Parameters.of(PACK));

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
            .query(CLASSES)
            .gives(JobClasses.class)
            .fails(Kind.NOT_FOUND),
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
            .heavy()
            .body(new Route.Body.File(PackLimits.DEFAULT.fileBytes()))
            .more(
                "201 also if it is installed already. New jobs use it from now on, even if it is older "
                    + "than another.")
            .gives(201, PackView.class)
            .fails(Kind.CONFLICT, Kind.WRONG_INPUT),
        Route.get("/api/v1/packs/{pack}", Access.VIEWER, this::one)
            .named("showPack", "One pack: NAME@VERSION, NAME for its newest, or its SHA-256.")
            .gives(PackView.class),
        Route.get("/api/v1/packs/{pack}/file", Access.VIEWER, this::download)
            .named("downloadPack", "The pack as it was installed.")
            .gives("application/java-archive"),
        Route.delete("/api/v1/packs/{pack}", Access.AUTHOR, this::remove)
            .named("removePack", "Remove a pack. Its results stay.")
            .more(
                """
                Refused while a waiting or running job or study needs it. A bundled pack is \
                installed again when the server starts.
                """)
            .gives(PackView.class)
            .fails(Kind.CONFLICT));
  }

  /// A pack as clients see it.
  ///
  /// @param wantedBy ids of the open jobs, studies and members of groups that need it
  public record PackView(
      String sha256,
      String name,
      String version,
      long bytes,
      Instant installedAt,
      List<String> classes,
      List<String> wantedBy) {
    static PackView of(PackRow row, List<String> wantedBy) {
      return new PackView(
          row.sha256(),
          row.descriptor().name(),
          row.descriptor().version(),
          row.bytes(),
          row.installedAt(),
          row.descriptor().classes().stream().map(ClassDescriptor::id).toList(),
          wantedBy);
    }
  }

  /// All packs, as a document.
  record Packs(List<PackView> packs) {}

  /// A job class as clients see it.
  ///
  /// @param figures the figures that it declares
  record JobClassView(
      String id,
      String title,
      String summary,
      List<ParameterDescriptor> parameters,
      List<String> operations,
      List<Figure> figures,
      PackName pack) {}

  /// Where a job class comes from.
  record PackName(String name, String version, String sha256) {}

  /// All job classes, as a document.
  ///
  /// @param fields the fields of a job of any class
  record JobClasses(List<JobClassView> jobClasses, List<JobFieldView> fields) {}

  private Reply list(Call call) {
    Map<String, List<String>> wanted = wanted();
    return Reply.ok(new Packs(packs.all().stream().map(pack -> view(pack, wanted)).toList()));
  }

  private static PackView view(PackRow pack, Map<String, List<String>> wanted) {
    return PackView.of(pack, wanted.getOrDefault(pack.sha256(), List.of()));
  }

  private Map<String, List<String>> wanted() {
    Map<String, List<String>> wanted = new HashMap<>();
    campaigns
        .unfinished()
        .forEach((id, spec) -> wanted.computeIfAbsent(spec.pack(), _ -> new ArrayList<>()).add(id));
    return wanted;
  }

  private PackRow meant(String reference) {
    return packs.meantBy(reference).stream()
        .findFirst()
        .orElseThrow(() -> HttpProblem.noSuch("pack", reference));
  }

  private Reply one(Call call) {
    return Reply.ok(view(meant(call.path("pack")), wanted()));
  }

  private Reply download(Call call) {
    PackRow pack = meant(call.path("pack"));
    return Reply.file(
        "application/java-archive", pack.reference() + ".jar", out -> packs.copy(pack, out));
  }

  private Reply remove(Call call) throws IOException {
    PackRow pack = meant(call.path("pack"));
    List<String> wantedBy =
        packs.remove(pack, () -> wanted().getOrDefault(pack.sha256(), List.of()));
    if (!wantedBy.isEmpty()) {
      throw HttpProblem.conflict(
          Problem.wrong(
              "pack " + pack.reference(),
              "it is wanted by " + String.join(", ", wantedBy),
              "wait for their end, or cancel them"));
    }
    LOG.info("{} removed pack {}", call.caller().user(), pack.reference());
    return Reply.ok(view(pack, Map.of()));
  }

  private Reply upload(Call call) throws IOException {
    try {
      return switch (packs.install(call.file().orElseThrow())) {
        case Installation.Done(PackRow pack) -> installed(call, view(pack, wanted()));
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
        call.client().address());
    return new Reply.Json(201, pack);
  }

  /// Each job class once, from the newest pack that has it.
  private Reply jobClasses(Call call) {
    String reference = call.query(PACK);
    List<PackRow> among = reference.isEmpty() ? packs.all() : packs.meantBy(reference);
    if (!reference.isEmpty() && among.isEmpty()) {
      throw HttpProblem.noSuch("pack", reference);
    }
    Map<String, JobClassView> newest = new LinkedHashMap<>();
    for (PackRow pack : among) {
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
        one.figures(),
        new PackName(pack.descriptor().name(), pack.descriptor().version(), pack.sha256()));
  }
}
