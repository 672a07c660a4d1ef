package dev.broadside.core.figures;

import dev.broadside.core.work.Figure;
import java.util.List;

/// The figures that every worker counts of its load threads' connections.
public final class ConnectionFigure {
  private static final String SECTION = "Load generator, reconnecting";

  /// 100 ms of it in a second is a tenth of a thread.
  public static final Figure LOST =
      Figure.sum("connection.lostTime", "ms", "time without a connection")
          .in(SECTION)
          .help(
              "Of all load threads, since theirs was lost: 3,000 ms in each second are three"
                  + " threads without one.");

  public static final Figure ATTEMPTS =
      Figure.sum("connection.attempts", "", "attempts to reconnect")
          .in(SECTION)
          .help(
              "How often load threads tried to open another connection, with success or without.");

  public static final List<Figure> ALL = List.of(LOST, ATTEMPTS);

  private ConnectionFigure() {}
}
