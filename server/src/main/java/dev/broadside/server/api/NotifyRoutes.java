package dev.broadside.server.api;

import dev.broadside.core.input.JsonFields;
import dev.broadside.server.exchange.Access;
import dev.broadside.server.exchange.Call;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.Reply;
import dev.broadside.server.exchange.Resource;
import dev.broadside.server.exchange.Route;
import dev.broadside.server.notify.Notifier;
import java.util.List;
import java.util.Optional;

/// Those who can be told of jobs.
public record NotifyRoutes(Notifier notifier) implements Resource {
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
                "Those who can be told of jobs, as the server's operator named them.")
            .gives(Channels.class),
        Route.post("/api/v1/channels/{name}/test", Access.OPERATOR, this::test)
            .named("testChannel", "Send a notice that tells nothing, now.")
            .gives(Tested.class));
  }

  record Channels(List<ChannelView> channels) {}

  /// @param kind `webhook` or `mail`
  record ChannelView(String name, String kind) {}

  /// @param failure why the notice did not arrive; empty where it did
  record Tested(String channel, boolean arrived, String failure) {}

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

  private Reply test(Call call) {
    String name = call.path("name");
    if (!notifier.kinds().containsKey(name)) {
      throw HttpProblem.of(
          Kind.NOT_FOUND, "There is no channel " + JsonFields.shown(name) + mend());
    }
    Optional<String> failure = notifier.test(name);
    return Reply.ok(new Tested(name, failure.isEmpty(), failure.orElse("")));
  }
}
