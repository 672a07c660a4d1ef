package dev.broadside.cli.serve;

import dev.broadside.cli.remote.NoticeLines;
import dev.broadside.cli.remote.Remote;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Table;
import dev.broadside.cli.term.Table.Column;
import dev.broadside.core.load.Counted;
import dev.broadside.core.param.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `broadside server channels`.
@Command(
    name = "channels",
    description =
        "List the channels that a server notifies, as its --notify file names them, and the"
            + " notices that have not arrived.")
public final class ServerChannelsCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private Remote remote = new Remote();

  @ArgGroup private Send send = new Send();

  /// What to send, if anything.
  private static final class Send {
    @Option(
        names = "--test",
        paramLabel = "CHANNEL",
        description = "Send that channel a test notice now.")
    private Optional<String> test = Optional.empty();

    @Option(
        names = "--resend",
        paramLabel = "CHANNEL",
        description = "Send that channel at once what has not arrived, what was given up included.")
    private Optional<String> resend = Optional.empty();
  }

  public ServerChannelsCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    ServerClient client = remote.client(shell);
    if (send.test.isPresent()) {
      return test(client, send.test.get());
    }
    if (send.resend.isPresent()) {
      String channel = send.resend.get();
      JsonNode answer = post(client, channel, "resend");
      long notices = answer.path("notices").asLong(0);
      return remote.print(
          shell, answer, Counted.of(notices, "notice") + " for " + channel + " sent again");
    }
    ObjectNode answer = (ObjectNode) client.get("/channels");
    answer.set("undelivered", client.get("/notices").path("notices"));
    return remote.print(shell, answer, () -> lines(answer));
  }

  private static JsonNode post(ServerClient client, String channel, String what)
      throws CommandException, InterruptedException {
    return client.post("/channels/" + ServerClient.segment(channel) + "/" + what, Map.of());
  }

  private int test(ServerClient client, String channel)
      throws CommandException, InterruptedException {
    JsonNode answer = post(client, channel, "test");
    boolean arrived = answer.path("arrived").asBoolean(false);
    remote.print(
        shell,
        answer,
        arrived
            ? "the notice has arrived at " + channel
            : "the notice did not arrive at "
                + channel
                + ": "
                + answer.path("failure").asString(""));
    return arrived ? ExitStatus.OK : ExitStatus.UNREACHABLE;
  }

  private List<String> lines(JsonNode answer) {
    Table table = new Table(Column.words("channel"), Column.words("kind"));
    answer
        .path("channels")
        .forEach(one -> table.row(one.path("name").asString(""), one.path("kind").asString("")));
    List<String> lines = new ArrayList<>(table.lines(shell.outTerminal().columns()));
    answer
        .path("undelivered")
        .forEach(notice ->
            lines.add(
                PlainText.line(
                        notice.path("kind").asString("") + " " + notice.path("id").asString(""))
                    + ": "
                    + NoticeLines.undelivered(notice)));
    return lines;
  }
}
