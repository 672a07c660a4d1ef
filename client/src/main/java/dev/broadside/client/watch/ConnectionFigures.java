package dev.broadside.client.watch;

import dev.broadside.core.figures.ConnectionFigure;
import dev.broadside.core.recorder.LostConnections;
import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.time.Time;
import dev.broadside.core.work.Figure;
import java.util.List;

/// For how long load threads were without a connection, and how often they tried to have another
/// one.
public final class ConnectionFigures implements FigureSource {
  private static final long MILLI = 1_000_000;

  private final LostConnections connections;
  private final Time time;

  /// Nanoseconds that were no whole millisecond yet.
  private long rest;

  public ConnectionFigures(LostConnections connections, Time time) {
    this.connections = connections;
    this.time = time;
  }

  @Override
  public List<Figure> figures() {
    return ConnectionFigure.ALL;
  }

  @Override
  public List<FigureValue> read() {
    LostConnections.Look look = connections.look(time.nanos());
    long nanos = rest + look.waitedNanos();
    rest = nanos % MILLI;
    return List.of(new FigureValue.Amount(nanos / MILLI), new FigureValue.Amount(look.attempts()));
  }
}
