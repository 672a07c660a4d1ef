package dev.broadside.jobs.replay;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.Finding;
import dev.broadside.core.work.JobContext;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.ShareContext;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.core.work.VerifyContext;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.jdbc.JdbcJob;
import dev.broadside.kit.jdbc.OpenTarget;
import dev.broadside.kit.jdbc.Session;
import dev.broadside.kit.jdbc.SessionThread;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.jdbc.TargetParameters;
import dev.broadside.kit.own.Feed;
import dev.broadside.kit.query.Quoting;
import dev.broadside.kit.rehearsal.NamedSql;
import dev.broadside.sql.recording.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.SQLException;
import java.text.ParseException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Plays a recording: each recorded session on a connection of its own, its statements in order and
/// with the pauses between them. The run ends when all sessions have been played.
///
/// All agents read the same file. The sessions are shared out among agents and threads as the rows
/// of a [Feed].
public final class Replay extends JdbcJob {
  private static final String RECORDING = "data.recording";

  static final Parameter.Text LOG =
      Parameter.text(
          "recording",
          "Path of the recording on each agent: a file that 'broadside convert-log' wrote");

  static final Parameter.Decimal SPEED =
      Parameter.decimal(
              "speed",
              "How many times as fast as recorded pauses pass, such as 2; 0 for no pauses at all")
          .between(0, 1_000_000)
          .preset(1);

  static final Parameter.Flag ANY =
      Parameter.flag(
          "any-statement",
          "Also play statements that may change more than rows of this database, such as DROP,"
              + " GRANT, USE and SET GLOBAL");

  static final int AS_RECORDED = 0;
  static final int NEW_ERRORS = 1;
  static final int NO_LONGER = 2;
  static final int LEFT = 3;

  /// A recording that was read, from a file that was changed last at that time.
  private record Source(Path path, FileTime changed, Quoting quoting) {}

  private record Known(Source source, Recording recording) {}

  private Optional<Known> known = Optional.empty();

  public Replay() {
    super(
        new JobDescription(
            "replay",
            "A recording played again",
            """
            The statements of a database's log, session by session, with their pauses, at any speed. Errors that the \
            recording did not have are told apart.\
            """,
            TargetParameters.ALL.and(Parameters.of(LOG, SPEED, ANY)),
            Statements.OPERATIONS,
            List.of(
                Figure.count("replay.as-recorded", "statements", "Failed as recorded"),
                Figure.count("replay.new-errors", "statements", "Failed, and not in the recording")
                    .ofEveryAttempt(),
                Figure.count(
                    "replay.no-longer", "statements", "Failed in the recording, and not now"),
                Figure.last("replay.sessions.left", "sessions", "Sessions left")
                    .help("on the agent that has most of them"))));
  }

  /// The recording that the values name. A worker asks for it in each of its steps, and it may be
  /// large: it is read once.
  private synchronized Recording recording(ParameterValues values) throws SQLException {
    try {
      Path path = Path.of(values.get(LOG));
      FileTime changed = Files.getLastModifiedTime(path);
      Source source = new Source(path, changed, Target.of(values).engine().quoting());
      if (known.filter(one -> one.source().equals(source)).isEmpty()) {
        known = Optional.of(new Known(source, Recording.read(path, source.quoting())));
      }
      return known.orElseThrow().recording();
    } catch (NoSuchFileException e) {
      throw new SQLException("there is no file " + values.get(LOG) + " on this agent's host", e);
    } catch (ParseException | IOException | IllegalArgumentException e) {
      throw new SQLException(
          "the recording %s cannot be read: %s"
              .formatted(values.get(LOG), PlainText.line(String.valueOf(e.getMessage()))),
          e);
    }
  }

  @Override
  public List<Problem> trial(JobContext context) {
    try {
      Recording recording = recording(context.values());
      if (recording.sessions().isEmpty()) {
        return List.of(wrong("it has no statements", "convert a log that has some"));
      }
      if (recording.refused().isPresent() && !context.values().get(ANY)) {
        String what = PlainText.line(recording.refused().get());
        return List.of(wrong(what, "take them out, or give --any-statement on a copy"));
      }
      tell(recording, context);
      return super.trial(context);
    } catch (SQLException e) {
      return List.of(
          wrong(String.valueOf(e.getMessage()), "name a file of 'broadside convert-log'"));
    }
  }

  private static void tell(Recording recording, JobContext context) {
    context.found(Finding.ok("recording", recording.words()));
    if (recording.atOnce() > context.totalThreads() && context.values().get(SPEED) > 0) {
      context.found(
          Finding.warn(
              "recording",
              "%,d sessions were open at once, and %,d threads play one each"
                  .formatted(recording.atOnce(), context.totalThreads()),
              "give as many threads, or sessions begin late"));
    }
  }

  private static Problem wrong(String what, String mend) {
    return Problem.wrong("parameter recording", what, mend);
  }

  @Override
  protected Set<String> privileges(OpenTarget at, JobContext context) {
    return Set.of();
  }

  @Override
  protected Facts prepare(OpenTarget at, JobContext context, Facts facts) throws SQLException {
    return facts.with(RECORDING, recording(context.values()).words());
  }

  @Override
  protected boolean complete(OpenTarget at, JobContext context) {
    return true;
  }

  @Override
  protected List<NamedSql> loadStatements(ShareContext context, Dialect dialect) {
    return statements(context).rehearsed();
  }

  @Override
  protected List<NamedSql> shownStatements(ShareContext context, Dialect dialect) {
    return statements(context).shown();
  }

  private Statements statements(ShareContext context) {
    try {
      return Statements.of(recording(context.values()));
    } catch (SQLException _) {
      // Opening the share tells it.
      return Statements.of(Recording.NONE);
    }
  }

  @Override
  protected Session.Settings settings(ParameterValues values, Dialect dialect) {
    return new Session.Settings(true);
  }

  @Override
  protected ThreadOpener share(ShareContext context) throws SQLException {
    Recording recording = recording(context.values());
    String prepared = context.facts().text(RECORDING).orElse("");
    if (!prepared.equals(recording.words())) {
      throw new SQLException(
          "the recording %s is another one here (%s) than on the first agent (%s); copy the same file to all"
              .formatted(context.values().get(LOG), recording.words(), prepared));
    }
    Statements statements = Statements.of(recording);
    Feed feed = new Feed("sessions", recording.sessions().size(), Feed.Order.ONCE, context);
    return new ThreadOpener() {
      @Override
      public SessionThread open(ThreadContext thread, Session session, Dialect dialect)
          throws SQLException {
        return new ReplayThread(
            session, recording, statements, feed.turns(), thread.values().get(SPEED));
      }

      @Override
      public double gauge(int figure) {
        return figure == LEFT ? feed.left() : Double.NaN;
      }
    };
  }

  @Override
  protected SessionThread open(ThreadContext context, Session session, Dialect dialect)
      throws SQLException {
    return share(context).open(context, session, dialect);
  }

  @Override
  protected List<Check> checks(OpenTarget at, VerifyContext context) {
    return List.of();
  }
}
