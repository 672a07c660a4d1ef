package dev.broadside.server.api.many;

import dev.broadside.core.search.WorkKind;
import dev.broadside.server.exchange.HttpProblem.Kind;
import java.util.List;

/// An order to a job, a study or a group. It is declared once, and that makes its route, its word
/// in an order to many, and the command that gives it; [WorkOrders] says what the server then does.
///
/// @param word such as `cancel`
/// @param summary what it does to one of them, in one sentence
/// @param more further sentences; empty if there is no more to say
/// @param routed whether its route to one of them is made from this declaration; if not, another
///   route carries it out
/// @param status what that route answers
/// @param fails how it may fail, apart from an id that is not known
public record WorkOrder(
    String word, String summary, String more, boolean routed, int status, List<Kind> fails) {
  public static final String CANCEL = "cancel";
  public static final String KILL = "kill";
  public static final String PAUSE = "pause";
  public static final String RESUME = "resume";
  public static final String STOP = "stop";
  public static final String ENABLE = "enable";
  public static final String DISABLE = "disable";
  public static final String RERUN = "rerun";
  public static final String DELETE = "delete";
  public static final String RESTORE = "restore";

  /// Changes folder and tags.
  public static final String FILE = "file";

  private static final String FOR_A_DAY =
      "It is no longer listed; `restore` brings it back within a day.";
  private static final String DELETED = "The query `state:deleted` lists what can be restored.";

  private static final List<WorkOrder> OF_JOBS =
      List.of(
          done(DISABLE, "Keep a waiting job from starting.").fails(Kind.CONFLICT),
          done(ENABLE, "Let a disabled job start; a repeated one at its next time.")
              .fails(Kind.CONFLICT),
          started(CANCEL, "End a job early; its results are kept.")
              .more(
                  """
                  Its threads finish what they do within its `grace`, and its target is verified; \
                  a second time, without waiting for that. A job that has ended stays as it is.\
                  """),
          started(KILL, "Cancel a job by force: its workers are killed at once.")
              .more(
                  """
                  Nothing is waited for and nothing verified. What was counted until then is kept, \
                  and the result says what is missing. A job that has ended stays as it is.\
                  """),
          done(DELETE, "Delete a job that has ended, with its records and its result.")
              .more(FOR_A_DAY)
              .elsewhere(),
          done(RESTORE, "Restore a job that was deleted less than a day ago.").more(DELETED),
          done(RERUN, "Submit a job again, as it was.").elsewhere(),
          done(FILE, "Put a job into a folder, and change its tags.").elsewhere());

  private static final List<WorkOrder> OF_STUDIES =
      List.of(
          started(PAUSE, "Start no further step; the present one continues."),
          started(RESUME, "Go on after a pause."),
          started(CANCEL, "End a study; its present step is cancelled, and no other starts.")
              .more("The steps that have ended are kept."),
          done(DELETE, "Delete a study that has ended, with the jobs of its steps.")
              .more(FOR_A_DAY)
              .fails(Kind.CONFLICT),
          done(RESTORE, "Restore a study that was deleted less than a day ago.").more(DELETED));

  private static final List<WorkOrder> OF_GROUPS =
      List.of(
          done(DISABLE, "Keep a group that waits for its time from starting.").fails(Kind.CONFLICT),
          done(ENABLE, "Let a disabled group start; a repeated one at its next time.")
              .fails(Kind.CONFLICT),
          started(PAUSE, "Start no further member; running ones continue."),
          started(STOP, "Cancel the running members, and start no others.")
              .more("A second time, their ends are hurried."),
          started(
                  RESUME,
                  "Go on after a pause, or after the last good member of a group that has ended.")
              .more(
                  """
                  Members that succeeded stay as they are. All others, and everything that waits \
                  for them, begin again, each as a new job or study.\
                  """)
              .fails(Kind.CONFLICT),
          new WorkOrder(
              RERUN,
              "Submit the same group again, with its secrets.",
              "",
              true,
              201,
              List.of(Kind.WRONG_INPUT)),
          done(DELETE, "Delete a group that has ended; its jobs and studies stay.")
              .more(FOR_A_DAY)
              .fails(Kind.CONFLICT),
          done(RESTORE, "Restore a group that was deleted less than a day ago.").more(DELETED));

  /// The orders to work of a kind, in the order of help.
  public static List<WorkOrder> to(WorkKind kind) {
    return switch (kind) {
      case JOB -> OF_JOBS;
      case STUDY -> OF_STUDIES;
      case GROUP -> OF_GROUPS;
    };
  }

  /// One of these orders.
  public static WorkOrder to(WorkKind kind, String word) {
    return to(kind).stream().filter(one -> one.word.equals(word)).findFirst().orElseThrow();
  }

  /// An order that has taken effect by the time of its answer.
  private static WorkOrder done(String word, String summary) {
    return new WorkOrder(word, summary, "", true, 200, List.of());
  }

  /// An order that is answered before it has taken effect.
  private static WorkOrder started(String word, String summary) {
    return new WorkOrder(word, summary, "", true, 202, List.of());
  }

  private WorkOrder more(String text) {
    return new WorkOrder(word, summary, text, routed, status, fails);
  }

  private WorkOrder elsewhere() {
    return new WorkOrder(word, summary, more, false, status, fails);
  }

  private WorkOrder fails(Kind kind) {
    return new WorkOrder(word, summary, more, routed, status, List.of(kind));
  }
}
