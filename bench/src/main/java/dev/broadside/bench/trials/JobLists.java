package dev.broadside.bench.trials;

import dev.broadside.bench.Report;
import dev.broadside.bench.TempFolder;
import dev.broadside.bench.peers.LocalServer;
import dev.broadside.core.campaign.CampaignState;
import dev.broadside.core.campaign.GroupPlan;
import dev.broadside.core.campaign.GroupPlan.Kind;
import dev.broadside.core.campaign.GroupPlan.Member;
import dev.broadside.core.campaign.JobGroup;
import dev.broadside.core.campaign.MemberState;
import dev.broadside.core.job.AgentDemand;
import dev.broadside.core.job.Job;
import dev.broadside.core.job.JobEvent;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.Outcome;
import dev.broadside.core.job.Settings;
import dev.broadside.core.job.ShareSlice;
import dev.broadside.core.load.LoadModel;
import dev.broadside.core.load.Phase;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.load.Think;
import dev.broadside.core.load.ThreadKind;
import dev.broadside.core.pace.Portion;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.StatsDocument;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.study.StudyOrder;
import dev.broadside.core.study.StudyPlan;
import dev.broadside.core.verdict.Judgement;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.base.SecretBox;
import dev.broadside.server.store.row.Headline;
import dev.broadside.server.store.row.JobCode;
import dev.broadside.server.store.row.MemberRow;
import dev.broadside.server.store.row.ShareRow;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ObjectNode;

/// What lists and searches take of a server whose SQLite store holds many finished jobs, half of
/// them members of groups: fills one, starts a server process on it, and asks it over HTTP.
public final class JobLists {
  /// A member of a group.
  private static final int MEMBERS = 5;

  private static final int WARM = 20;
  private static final int ASKED = 200;
  private static final Instant NEWEST = Instant.parse("2026-11-20T00:00:00Z");
  private static final List<String> OPERATIONS =
      List.of("new_order", "payment", "order_status", "delivery", "stock_level");
  private static final Phase MINUTE =
      new Phase(
          PhaseKind.MEASURE, Duration.ofMinutes(1), new LoadModel.Closed(16, new Think.None()));

  private JobLists() {}

  /// How many jobs; 10,000 where that is left out. `serve` behind it asks nothing, and leaves the
  /// server to people until a line comes on standard input.
  public static void main(String[] arguments) throws IOException, InterruptedException {
    int jobs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10_000;
    try (TempFolder folder = TempFolder.create("bench-jobs")) {
      Path data = Files.createDirectory(folder.resolve("data"));
      long begun = System.nanoTime();
      fill(data.resolve("broadside.db"), jobs);
      Report.line(
          "%,d jobs in %,.0f s, %,.0f MB",
          jobs, (System.nanoTime() - begun) / 1e9, Files.size(data.resolve("broadside.db")) / 1e6);
      try (LocalServer server = LocalServer.start(data, List.of(), Map.of())) {
        if (arguments.length > 1 && arguments[1].equals("serve")) {
          Report.line("%s", server.post("/api/v1/login-links", Map.of()).path("link").asString());
          IO.readln();
        } else {
          measure(server, jobs);
        }
      }
    }
  }

  private static void measure(LocalServer server, int jobs)
      throws IOException, InterruptedException {
    Report.table("asked", "found", "p50", "p95", "goal");
    ask(server, "home: the newest 200", "/api/v1/jobs");
    ask(server, "list: first page of 50", found("*"));
    ask(server, "list: page in the middle", found("*") + "&after=job-" + jobs / 2);
    ask(server, "words of a hundredth", found("soak-77 igenoltp"));
    ask(server, "words that no job has", found("nothing like that"));
    ask(server, "folder with a tenth", found("folder:nightly/3"));
    ask(server, "tag of a hundredth", found("tag:t7"));
    ask(server, "figure, most jobs", found("p99>1ms"));
    ask(server, "figure, few jobs", found("p99>99.9ms"));
    ask(
        server,
        "all at once",
        found(
            "igenoltp folder:nightly tag:t7 class:igenoltp outcome:completed since:2026-01-01"
                + " p99>50ms"));
    ask(server, "runs of a definition", "/api/v1/jobs?limit=50&definition=definition-7");
    ask(server, "home: changes", "/api/v1/changes");
    ask(server, "home: studies", "/api/v1/studies");
    ask(server, "home: groups", "/api/v1/groups?limit=5");
    ask(server, "groups: first page", "/api/v1/groups?limit=50");
    ask(server, "groups: words of a hundredth", "/api/v1/groups?limit=50&query=night-77");
  }

  private static String found(String query) {
    return "/api/v1/jobs?limit=50&query=" + URLEncoder.encode(query, StandardCharsets.UTF_8);
  }

  private static void ask(LocalServer server, String what, String path)
      throws IOException, InterruptedException {
    double[] millis = new double[ASKED];
    int found = 0;
    for (int i = -WARM; i < ASKED; i++) {
      long begun = System.nanoTime();
      // Each answer holds one list.
      found = server.get(path).iterator().next().size();
      if (i >= 0) {
        millis[i] = (System.nanoTime() - begun) / 1e6;
      }
    }
    Arrays.sort(millis);
    Report.row(
        what,
        "" + found,
        "%.1f ms".formatted(millis[ASKED / 2]),
        "%.1f ms".formatted(millis[ASKED * 95 / 100]),
        "200 ms");
  }

  private static void fill(Path file, int jobs) {
    SplittableRandom random = new SplittableRandom(1);
    try (ResultStore store = ResultStore.sqlite(file, SecretBox.OPEN)) {
      for (int i = 0; i < jobs; i++) {
        Instant at = NEWEST.minus(Duration.ofMinutes(10L * (jobs - i)));
        add(store, i, i < jobs / 2 ? member(i) : "job-" + i, at, random);
        if (i < jobs / 2 && i % MEMBERS == MEMBERS - 1) {
          addGroup(store, i / MEMBERS, at);
        }
      }
    }
  }

  private static String member(int number) {
    return "night-" + number / MEMBERS + ".m" + number % MEMBERS;
  }

  /// A group that has ended, as its members have.
  private static void addGroup(ResultStore store, int number, Instant at) {
    List<Member> members =
        IntStream.range(0, MEMBERS)
            .mapToObj(i -> new Member("m" + i, Kind.JOB, "igenoltp", List.of()))
            .toList();
    JobGroup group =
        JobGroup.submitted("night-" + number, new GroupPlan("Night " + number, members), at);
    MemberRow asked =
        new MemberRow(
            spec(number),
            new StudyPlan(List.of(), StudyOrder.GIVEN, 1, 0, Optional.empty()),
            new JobCode("Order entry", OPERATIONS, "pack@1"));
    store.campaigns.add(
        group, "{}", members.stream().collect(Collectors.toMap(Member::name, _ -> asked)));
    JobGroup over = group.in(new CampaignState.Done(at.plusSeconds(400), new Outcome.Completed()));
    for (Member member : members) {
      over =
          over.with(
              member.name(),
              new MemberState.Ended(
                  1, new Outcome.Completed(), Judgement.OK, "", Optional.empty()));
    }
    store.campaigns.save(over);
  }

  private static void add(
      ResultStore store, int number, String id, Instant at, SplittableRandom random) {
    Job job = Job.submitted(id, spec(number), at);
    store.jobs.add(job, new JobCode("Order entry", OPERATIONS, "pack@1"));
    Job done =
        job.after(new JobEvent.Placed(), at.plusSeconds(1))
            .after(new JobEvent.Started(), at.plusSeconds(2))
            .after(new JobEvent.AllFinished(), at.plusSeconds(62))
            .after(new JobEvent.Settled(Optional.empty()), at.plusSeconds(63));
    ShareRow share =
        ShareRow.placed("agent-1", ShareSlice.of(new Portion(0, 1), 16))
            .reported(9, new ShareStatus.Released());
    store.jobs.save(done, List.of(share));
    double p99 = 100 * random.nextDouble();
    Headline headline =
        new Headline(
            5_000 * random.nextDouble(),
            Optional.of(p99 / 2),
            "BALANCED",
            "OK",
            "",
            Optional.of(1.0),
            Optional.of(0),
            Optional.empty());
    store.runs.finish(id, document(p99), headline, 61, at.plusSeconds(63));
  }

  private static String document(double p99) {
    ObjectNode summary = Json.mapper().valueToTree(StatsDocument.ofTransactions(Tally.NONE, 60));
    summary.withObject("latencyMillis").put("count", 1_000).put("p99", p99);
    // About as long as a result is without its intervals.
    return Json.mapper().writeValueAsString(Map.of("summary", summary, "rest", "x".repeat(20_000)));
  }

  private static JobSpec spec(int number) {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("url", "jdbc:postgresql://db" + number % 5 + ".example/shop");
    for (int i = 0; i < 20; i++) {
      parameters.put("parameter-" + i, "value " + i);
    }
    return new JobSpec(
        "soak-" + number,
        "igenoltp",
        "0".repeat(64),
        parameters,
        Map.of(),
        new AgentDemand(1, List.of()),
        List.of(MINUTE),
        Duration.ofSeconds(1),
        ThreadKind.PLATFORM,
        1,
        Duration.ofSeconds(10),
        Optional.empty(),
        true,
        new Settings(
            Map.of(
                "definition", "definition-" + number % 50,
                "folder", "nightly/" + number % 10,
                "tag", "t" + number % 100 + ",weekly")));
  }
}
