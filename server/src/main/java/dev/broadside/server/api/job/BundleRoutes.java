package dev.broadside.server.api.job;

import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.JobWriter;
import dev.broadside.core.input.JobYaml;
import dev.broadside.core.input.ScheduleFields;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.bundle.BundleWriter;
import dev.broadside.server.exchange.Access;
import dev.broadside.server.exchange.Call;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.Query;
import dev.broadside.server.exchange.Reply;
import dev.broadside.server.exchange.Resource;
import dev.broadside.server.exchange.Route;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.jobs.JobReads;
import dev.broadside.server.packs.PackStore;
import dev.broadside.server.results.Results;
import dev.broadside.server.store.row.PackRow;
import dev.broadside.server.submit.SecretsOf;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Finished jobs with all that is needed to run them again.
///
/// @param version the server's
public record BundleRoutes(JobReads reads, Results results, PackStore packs, String version)
    implements Resource {
  private static final Parameter<Boolean> PACKS =
      Parameter.flag("packs", "With the pack that ran").preset(false);

  @Override
  public String title() {
    return "bundles";
  }

  @Override
  public List<Route> routes() {
    return List.of(
        Route.get("/api/v1/jobs/{id}/bundle.zip", Access.VIEWER, this::bundle)
            .named(
                "bundleJob",
                "A job that has ended with all that is needed to run it again, as a zip, streamed.")
            .heavy()
            .query(new Query(Parameters.of(PACKS)))
            .more(
                """
                In it are `manifest.json`, the job as YAML, its result with environment and \
                provenance, its report, its intervals as lines of JSON, and the pack if it is \
                asked for and still there. Secrets are not in it. `broadside replay` runs it again.
                """)
            .gives("application/zip")
            .fails(Kind.CONFLICT));
  }

  private Reply bundle(Call call) {
    String id = call.path("id");
    JobView job = reads.job(id).orElseThrow(() -> HttpProblem.noSuch("job", id));
    if (job.endedAt().isEmpty()) {
      throw HttpProblem.conflict(
          Problem.wrong("job " + id, "it goes on", "ask again when it has ended"));
    }
    JobSpec spec = reads.spec(id).orElseThrow(() -> HttpProblem.noSuch("job", id));
    Optional<PackRow> pack = packs.find(spec.pack()).filter(_ -> call.query(PACKS));
    return Reply.file("application/zip", id + ".zip", out -> write(id, spec, pack, out));
  }

  private void write(String id, JobSpec spec, Optional<PackRow> pack, OutputStream out)
      throws IOException {
    RunDocument run = results.summary(id).orElseThrow(() -> HttpProblem.noSuch("job", id));
    String reference = run.provenance().getOrDefault("pack.version", "");
    try (BundleWriter bundle =
        new BundleWriter(out, version, reference, JobYaml.write(document(id, spec)), run)) {
      String report = results.htmlReport(id).orElseThrow(() -> HttpProblem.noSuch("job", id));
      bundle.add("report.html", entry -> entry.write(report.getBytes(StandardCharsets.UTF_8)));
      bundle.add("intervals.ndjson", entry -> results.writeLines(id, Results.Range.ALL, entry));
      if (pack.isPresent()) {
        String name = "packs/" + pack.get().sha256() + ".jar";
        bundle.add(name, entry -> packs.copy(pack.get(), entry));
      }
    }
  }

  /// The submitted job without its start time, and the names of the secrets that a new run needs.
  private static ObjectNode document(String id, JobSpec spec) {
    ObjectNode document = JobWriter.write(spec);
    ScheduleFields.forget(document);
    document.put(JobDocument.DEFINITION.path(), JobDocument.definition(id, spec));
    List<String> secrets = SecretsOf.names(spec);
    if (!secrets.isEmpty()) {
      secrets.forEach(document.putArray(JobDocument.SECRETS_NEEDED.path())::add);
    }
    return document;
  }
}
