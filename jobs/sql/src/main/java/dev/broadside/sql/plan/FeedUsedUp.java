package dev.broadside.sql.plan;

import java.sql.SQLException;

/// All rows of a feed whose rows come once have come.
final class FeedUsedUp extends SQLException {
  private static final long serialVersionUID = 1;

  FeedUsedUp(String feed, int rows) {
    super(
        "all %,d rows of feed %s are used: give more rows, a shorter run, or order: round"
            .formatted(rows, feed));
  }
}
