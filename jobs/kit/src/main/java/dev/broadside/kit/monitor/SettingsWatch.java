package dev.broadside.kit.monitor;

import dev.broadside.core.work.Observation;
import dev.broadside.kit.query.Rows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Tells which settings of a database are no longer as they were when they were first read. What
/// they are is among the facts of a run already. For one thread.
public final class SettingsWatch implements Watch {
  private final String query;
  private Map<String, String> before = Map.of();
  private boolean connected;

  /// @param query as the dialect has it; empty if there are none
  public SettingsWatch(String query) {
    this.query = query;
  }

  @Override
  public String name() {
    return "settings";
  }

  @Override
  public void connected(Connection open) {
    connected = true;
  }

  @Override
  public List<Observation> look(Connection open, Look at) {
    boolean due = !query.isEmpty() && (connected || at.last());
    connected = false;
    return due ? compare(open) : List.of();
  }

  /// Many users may not read the settings, so failing to read them is no error.
  private List<Observation> compare(Connection connection) {
    List<Observation> news = new ArrayList<>();
    try {
      Map<String, String> now = Rows.pairs(connection, query);
      before.forEach((name, value) -> {
        String changed = Objects.requireNonNullElse(now.get(name), value);
        if (!changed.equals(value)) {
          news.add(new Observation.Changed(Observation.Subject.SETTING, name, value, changed));
        }
      });
      before = now;
    } catch (SQLException _) {
      // Those that were read before stay what a later look is compared with.
    }
    return news;
  }
}
