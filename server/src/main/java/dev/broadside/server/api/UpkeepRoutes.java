package dev.broadside.server.api;

import dev.broadside.server.api.job.JobActions;
import dev.broadside.server.archive.JobArchive;
import dev.broadside.server.archive.RefusedArchive;
import dev.broadside.server.exchange.Access;
import dev.broadside.server.exchange.Call;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.Reply;
import dev.broadside.server.exchange.Resource;
import dev.broadside.server.exchange.Route;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.jobs.JobReads;
import dev.broadside.server.push.PushStatus;
import dev.broadside.server.push.Pusher;
import dev.broadside.server.upkeep.DiskUse;
import dev.broadside.server.upkeep.KeptJobs;
import dev.broadside.server.upkeep.Upkeep;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Export and import of jobs, retention, and the room for results.
///
/// @param version the server's
public record UpkeepRoutes(
    JobReads reads, JobArchive archive, Upkeep upkeep, Pusher pusher, String version)
    implements Resource {
  private static final Logger LOG = LoggerFactory.getLogger(UpkeepRoutes.class);
  private static final long LARGEST = 64L << 30;

  @Override
  public String title() {
    return "upkeep";
  }

  @Override
  public List<Route> routes() {
    return List.of(
        Route.get("/api/v1/server", Access.VIEWER, this::status)
            .named(
                "showServer",
                "The server's version, its room for results, what the retention rules keep, and how"
                    + " the receivers of metrics fare.")
            .more(
                """
                `kept` has the rule of all jobs first, and then each folder's own. Rules are options \
                of the server: `--keep-jobs`, `--keep-size`, `--keep-folder`.
                """)
            .gives(ServerView.class),
        Route.post("/api/v1/server/upkeep", Access.ADMIN, this::confirm)
            .named(
                "confirmUpkeep",
                "Confirm that the server's clock is right, and delete all due jobs at once.")
            .more(
                """
                The retention rules delete no more than a tenth of all jobs in a day, and none \
                while the clock is in doubt; `waiting` says so. Deleted jobs can be restored for a \
                day.
                """)
            .gives(ServerView.class),
        Route.get("/api/v1/jobs/{id}/archive", Access.VIEWER, this::archive)
            .named(
                "exportJob",
                "A job that has ended as a file, with its records and all of its result, streamed.")
            .heavy()
            .more(
                """
                Lines of JSON, compressed (gzip); another server brings it in by `importJob`, with \
                the same result and the same seal. Secrets are not in it. If the server fails \
                midway, the connection breaks, so that nobody takes a part for the whole.
                """)
            .gives("application/gzip")
            .fails(Kind.CONFLICT),
        Route.post("/api/v1/job-archives", Access.OPERATOR, this::bringIn)
            .named("importJob", "Bring in a job that `exportJob` of any server wrote.")
            .heavy()
            .body(new Route.Body.File(LARGEST))
            .more("Its records are checked against the seal of its result before it is visible.")
            .gives(201, JobView.class)
            .fails(Kind.WRONG_INPUT));
  }

  /// A server as clients see it.
  ///
  /// @param kept what each retention rule keeps, the general rule first; empty until the server has
  ///   looked for the first time
  /// @param waiting what is due to be deleted and is not, why, and what to do; empty if nothing is
  /// @param push how each receiver of metrics fares; empty if `--push` names none
  record ServerView(
      String version, DiskUse disk, List<KeptJobs> kept, String waiting, List<PushStatus> push) {}

  private Reply status(Call call) {
    return Reply.ok(
        new ServerView(version, upkeep.disk(), upkeep.kept(), upkeep.waiting(), pusher.status()));
  }

  private Reply confirm(Call call) {
    upkeep.confirm();
    LOG.info("{} confirmed that all due jobs are deleted", call.caller().user());
    return status(call);
  }

  private Reply archive(Call call) {
    JobView job = job(call);
    if (job.endedAt().isEmpty()) {
      throw JobActions.conflict(
          job.id(), "it goes on", "export it when it has ended, or cancel it");
    }
    return Reply.file(
        "application/gzip", job.id() + ".job.gz", out -> archive.write(job.id(), out));
  }

  private Reply bringIn(Call call) throws IOException {
    try (InputStream file = Files.newInputStream(call.file().orElseThrow())) {
      String id = archive.read(file);
      LOG.info("{} brought in job {} from {}", call.caller().user(), id, call.client().address());
      return new Reply.Json(201, reads.job(id).orElseThrow());
    } catch (RefusedArchive e) {
      throw HttpProblem.wrongInput(List.of(e.problem()));
    }
  }

  private JobView job(Call call) {
    String id = call.path("id");
    return reads.job(id).orElseThrow(() -> HttpProblem.noSuch("job", id));
  }
}
