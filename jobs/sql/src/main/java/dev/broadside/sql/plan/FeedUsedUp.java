package dev.broadside.sql.plan;

import dev.broadside.kit.rehearsal.OthersFirst;

/// All rows of a feed whose rows come once have come: in a rehearsal, whose every transaction takes
/// some, that says nothing of the load.
final class FeedUsedUp extends OthersFirst {
  private static final long serialVersionUID = 1;

  FeedUsedUp(String what) {
    super(what + "; add rows, shorten the run, or give the feed order: round");
  }
}
