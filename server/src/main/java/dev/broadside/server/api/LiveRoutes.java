package dev.broadside.server.api;

import dev.broadside.core.drift.DriftDocument;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.Mark;
import dev.broadside.core.threshold.ThresholdVerdicts;
import dev.broadside.server.api.job.JobRoutes;
import dev.broadside.server.exchange.Access;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.Resource;
import dev.broadside.server.exchange.Route;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.feed.RunLog;
import dev.broadside.server.feed.ShareView;
import dev.broadside.server.page.EventStreams;
import java.util.List;

/// Live streams.
public record LiveRoutes(EventStreams streams) implements Resource {
  @Override
  public String title() {
    return "jobs";
  }

  @Override
  public List<Route> routes() {
    return List.of(job(), overview());
  }

  private Route job() {
    return Route.takeOver("/api/v1/jobs/{id}/live", Access.VIEWER, streams::job)
        .named("watchJob", "The events of a job, as server-sent events.")
        .query(EventStreams.JOB)
        .more(
            """
            A new client first gets the state, the agents and the intervals so far, at \
            most the newest 20,000. Events:

            | event | data |
            |---|---|
            | `state` | `JobView` |
            | `progress` | how far a step before or after the load is; once a second while it \
            goes on |
            | `interval` | `IntervalDocument`; a later one of the same index replaces an \
            earlier one, and one with `intervals` replaces all that it covers |
            | `agents` | a list of `ShareView`: name, state, status, health of the load \
            generator |
            | `log` | a line from a worker or its agent |
            | `mark` | `Mark`: something happened |
            | `drift` | `DriftDocument`: what drifts, now and then while it runs |
            | `thresholds` | `ThresholdVerdicts`: how they stand, every second while it runs |
            | `end` | `JobView`; nothing more will come |

            Intervals, log lines and marks have ids, which rise; a client that comes back with the \
            last one in the header `Last-Event-ID`, which takes precedence over `after`, gets the state \
            and the agents as they are now, and what was kept after that id.
            """)
        .streams(
            JobView.class,
            JobView.ProgressView.class,
            IntervalDocument.class,
            ShareView.class,
            RunLog.Line.class,
            Mark.class,
            DriftDocument.class,
            ThresholdVerdicts.class)
        .fails(Kind.UNAVAILABLE);
  }

  private Route overview() {
    return Route.takeOver("/api/v1/live", Access.VIEWER, streams::overview)
        .named(
            "watchOverview", "All jobs and agents, as server-sent events, at most twice a second.")
        .more("Events: `jobs` with `Jobs`, `agents` with `Agents`.")
        .streams(JobRoutes.Jobs.class, AgentRoutes.Agents.class)
        .fails(Kind.UNAVAILABLE);
  }
}
