package dev.broadside.server.api;

import dev.broadside.core.input.JsonFields;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameter.Option;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.search.WorkKind;
import dev.broadside.server.exchange.Access;
import dev.broadside.server.exchange.Call;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.Query;
import dev.broadside.server.exchange.Reply;
import dev.broadside.server.exchange.Resource;
import dev.broadside.server.exchange.Route;
import dev.broadside.server.notify.Notifier;
import dev.broadside.server.store.NoticeTable.Undelivered;
import dev.broadside.server.store.row.Work;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Channels for notices, and notices that did not arrive.
public record NotifyRoutes(Notifier notifier) implements Resource {
  private static final int MOST = 200;
  private static final Parameter<String> KIND =
      Parameter.choice(
              "kind",
              "With an id: what it is the id of",
              Stream.of(WorkKind.values())
                  .map(kind -> new Option(kind.word(), "Of a " + kind.word() + "."))
                  .toArray(Option[]::new))
          .preset(WorkKind.JOB.word());
  private static final Parameter<String> ID =
      Parameter.text(
              "id", "The id of a job, study or group; if it is left out, all notices are listed")
          .preset("");
  private static final Query WANTED = new Query(Parameters.of(KIND, ID));

  @Override
  public String title() {
    return "notices";
  }

  @Override
  public List<Route> routes() {
    return List.of(
        Route.get("/api/v1/channels", Access.VIEWER, this::list)
            .named(
                "listChannels",
                "The channels to which the server sends notices, as its operator named them.")
            .gives(Channels.class),
        Route.post("/api/v1/channels/{name}/test", Access.OPERATOR, this::test)
            .named("testChannel", "Send a test notice now.")
            .gives(Tested.class),
        Route.post("/api/v1/channels/{name}/resend", Access.OPERATOR, this::resend)
            .named(
                "resendNotices",
                "Send the notices of a channel again that have not arrived, also those given up.")
            .gives(Resent.class),
        Route.get("/api/v1/notices", Access.VIEWER, this::undelivered)
            .named(
                "listUndeliveredNotices",
                "Notices that have not arrived: first those that are sent again, then those that "
                    + "were given up; at most 200.")
            .query(WANTED)
            .gives(Notices.class));
  }

  record Notices(List<NoticeView> notices) {}

  /// A notice that has not arrived.
  ///
  /// @param kind its subject: `job`, `study` or `group`
  /// @param id the subject's id
  /// @param event `ended`, `failed`, `changed` or `waiting`
  /// @param channel its channel
  /// @param tries how often it was sent
  /// @param cause why it did not arrive the last time, in a sentence without a stop
  /// @param givenUp whether it will not be sent again
  /// @param at when it is sent again, or when it was given up
  record NoticeView(
      String kind,
      String id,
      String event,
      String channel,
      int tries,
      String cause,
      boolean givenUp,
      Instant at) {
    static NoticeView of(Undelivered notice) {
      return new NoticeView(
          notice.work().kind().word(),
          notice.work().id(),
          notice.event(),
          notice.channel(),
          notice.tries(),
          notice.cause(),
          notice.givenUp(),
          notice.at());
    }
  }

  private Reply undelivered(Call call) {
    String id = call.query(ID);
    WorkKind kind = WorkKind.of(call.query(KIND));
    Optional<Work> work = Optional.of(new Work(kind, id)).filter(_ -> !id.isEmpty());
    return Reply.ok(
        new Notices(notifier.undelivered(work, MOST).stream().map(NoticeView::of).toList()));
  }

  record Channels(List<ChannelView> channels) {}

  /// @param kind `webhook` or `mail`
  record ChannelView(String name, String kind) {}

  /// @param failure why the notice did not arrive; empty if it did
  record Tested(String channel, boolean arrived, String failure) {}

  /// @param notices how many are sent now, one after the other
  record Resent(String channel, int notices) {}

  private Reply list(Call call) {
    return Reply.ok(
        new Channels(
            notifier.kinds().entrySet().stream()
                .map(one -> new ChannelView(one.getKey(), one.getValue()))
                .toList()));
  }

  private String mend() {
    List<String> names = List.copyOf(notifier.kinds().keySet());
    return names.isEmpty()
        ? "; this server has none, for none are named by --notify."
        : "; give one of " + String.join(", ", names) + ".";
  }

  private String named(Call call) {
    String name = call.path("name");
    if (!notifier.kinds().containsKey(name)) {
      throw HttpProblem.of(
          Kind.NOT_FOUND, "There is no channel " + JsonFields.shown(name) + mend());
    }
    return name;
  }

  private Reply test(Call call) {
    String name = named(call);
    Optional<String> failure = notifier.test(name);
    return Reply.ok(new Tested(name, failure.isEmpty(), failure.orElse("")));
  }

  private Reply resend(Call call) {
    String name = named(call);
    return Reply.ok(new Resent(name, notifier.resend(name)));
  }
}
