package dev.broadside.cli.job;

import dev.broadside.cli.order.Many;
import dev.broadside.cli.remote.Remote;
import dev.broadside.cli.remote.RemoteJob;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.input.Filing;
import dev.broadside.core.param.Problem;
import dev.broadside.core.search.WorkKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `broadside job tag`.
@Command(name = "tag", description = "Change tags and folder of jobs, in any state.")
public final class JobTagCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private Remote remote = new Remote();

  @Mixin private Many many = new Many(WorkKind.JOB);

  @Parameters(arity = "0..*", paramLabel = "ID", description = "The jobs.")
  private List<String> ids = List.of();

  @Option(names = "--add", split = ",", paramLabel = "TAG", description = "Tags that it gets.")
  private List<String> add = new ArrayList<>();

  @Option(names = "--remove", split = ",", paramLabel = "TAG", description = "Tags that it loses.")
  private List<String> remove = new ArrayList<>();

  @Option(
      names = "--folder",
      paramLabel = "FOLDER",
      description = "Folder in which lists have it, such as nightly/mysql; '' for none.")
  private Optional<String> folder = Optional.empty();

  public JobTagCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    if (add.isEmpty() && remove.isEmpty() && folder.isEmpty()) {
      throw new CommandException(
          Problem.wrong("job tag", "nothing is to be changed", "give --add, --remove or --folder"));
    }
    try {
      return change();
    } catch (CommandException e) {
      throw e.with(e.problems().stream().map(JobTagCommand::said).toList());
    }
  }

  /// A problem of the body's field as one of the option that fills it.
  private static Problem said(Problem one) {
    String option = one.where().replaceFirst("^(/filing)?/(add|remove|folder)(/.*)?$", "--$2");
    return new Problem(one.kind(), option, one.what(), one.mend());
  }

  private int change() throws CommandException, InterruptedException {
    Filing.Change change = new Filing.Change(folder, add, remove);
    ServerClient client = remote.client(shell);
    if (!many.one(ids)) {
      return many.file(client, shell, ids, change, remote.json());
    }
    String path = "/jobs/" + ServerClient.segment(ids.getFirst()) + "/filing";
    RemoteJob job = new RemoteJob(client.post(path, change));
    return remote.print(shell, job.json(), job.id() + "  " + job.filing());
  }
}
