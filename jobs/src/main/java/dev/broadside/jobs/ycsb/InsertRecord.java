package dev.broadside.jobs.ycsb;

import dev.broadside.kit.job.Write;
import dev.broadside.kit.own.Draft;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.function.Supplier;

/// Inserts a record under a new key. The other threads of the agent know it as soon as this insert
/// and those before it have ended.
final class InsertRecord extends RecordTransaction implements Draft {
  private static final long NONE = -1;

  private final Write insert;
  private long place = NONE;

  InsertRecord(Records records, Supplier<KeySpace> ofAgent) {
    super(records, ofAgent);
    String marks = String.join(", ", Collections.nCopies(records.fields().size(), "?"));
    insert =
        write(
            "insert",
            "insert into {usertable} (ycsb_key, %s) values (?, %s)"
                .formatted(String.join(", ", records.fields()), marks));
  }

  @Override
  protected void open() {
    super.open();
    follow(this);
  }

  @Override
  protected void run() throws SQLException {
    if (attempt() == 0) {
      enter();
      place = keys().take();
    }
    insert.set(records().key(keys().number(place)));
    for (int i = 0; i < records().fields().size(); i++) {
      insert.set(records().field(random()));
    }
    insert.one();
  }

  @Override
  public void enter() {
    if (place != NONE) {
      keys().ended(place);
      place = NONE;
    }
  }

  /// The insert is repeated, or the thread's next one ends it.
  @Override
  public void forget() {}

  /// Whether the record is there is for its readers to find out.
  @Override
  public void read(Connection connection) {
    enter();
  }
}
