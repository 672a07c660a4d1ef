package dev.broadside.cli.remote;

import dev.broadside.cli.catalogue.Listing;
import dev.broadside.cli.catalogue.LocalPacks;
import dev.broadside.cli.run.Consent;
import dev.broadside.cli.run.JobOptions;
import dev.broadside.cli.run.JobSource;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Terminal;
import dev.broadside.core.input.JobReader;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import dev.broadside.core.param.Problem;
import dev.broadside.core.study.StudyPlan;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// A job or a study on its way to a server: checked as far as it can be without the server, so that
/// most problems name the option or the line that causes them.
///
/// @param spec as far as it is known here
/// @param plan what a study measures; of a plain job, one step
/// @param shell asks the user
public record ServerSubmission(
    ServerClient client,
    JobSource source,
    JobReader reader,
    JobSpec spec,
    StudyPlan plan,
    Shell shell) {

  public static ServerSubmission of(ServerClient client, JobOptions options, Shell shell)
      throws CommandException, InterruptedException {
    return of(client, options.source(), options, shell);
  }

  /// @param source what the options say, put on what they change
  public static ServerSubmission of(
      ServerClient client, JobSource source, JobOptions options, Shell shell)
      throws CommandException, InterruptedException {
    for (Path file : options.classFile().stream().toList()) {
      throw new CommandException(
          Problem.wrong(
              "file " + file,
              "it declares a job class, which the server has to have first",
              "give it the file by 'broadside pack install %s%s', and submit the class by its id"
                  .formatted(file, client.named())));
    }
    String jobClass = source.jobClass();
    ClassDescriptor found = descriptor(client, jobClass, source.pack());
    options.addParameters(source, found, client.named(), shell);
    JobReader reader = new JobReader(source.document());
    JobReader.Code code = JobSource.code(found, JobSource.NO_PACK);
    JobSpec spec = source.spec(reader, code);
    return new ServerSubmission(client, source, reader, spec, source.plan(reader, code), shell);
  }

  /// Refuses what makes several jobs.
  public void requireOneJob() throws CommandException {
    reader.requireOneJob(plan, "use 'broadside study submit' for a ladder");
    if (!reader.problems().isEmpty()) {
      throw new CommandException(source.placed(reader.problems()));
    }
  }

  /// Submits what puts load on a database. If the server wants the user's consent to that, a
  /// terminal asks for it.
  public JsonNode submit(String path) throws CommandException, InterruptedException {
    try {
      return client.post(path, source.document());
    } catch (CommandException e) {
      if (Consent.given(e.problems(), spec, source, shell)) {
        return post(path);
      }
      throw e.with(source.placed(e.problems()));
    }
  }

  /// Sends it.
  public JsonNode post(String path) throws CommandException, InterruptedException {
    try {
      return client.post(path, source.document());
    } catch (CommandException e) {
      throw e.with(source.placed(e.problems()));
    }
  }

  /// Describes the job class for the help: as the server has it, or this machine if no server is
  /// named; no lines if the command line names no job class.
  public static List<String> describe(
      JobOptions options, Remote remote, Shell shell, Terminal terminal)
      throws CommandException, InterruptedException {
    String jobClass = options.jobClass();
    if (jobClass.isEmpty()) {
      return List.of();
    }
    ClassDescriptor found =
        remote.named(shell)
            ? descriptor(remote.client(shell), jobClass, options.pack())
            : LocalPacks.of(shell).catalogue(options.pack()).find(jobClass).jobClass();
    return Listing.details(found, terminal);
  }

  private static ClassDescriptor descriptor(
      ServerClient client, String jobClass, Optional<String> pack)
      throws CommandException, InterruptedException {
    return ServerClasses.descriptor(ServerClasses.of(client, pack).find(jobClass));
  }
}
