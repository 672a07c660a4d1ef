package dev.broadside.server.packs;

import dev.broadside.core.param.Problem;
import java.io.IOException;

/// A file that was refused as a pack, and why.
public final class RefusedPack extends IOException {
  private static final long serialVersionUID = 1;

  private final transient Problem problem;

  RefusedPack(String what, String mend) {
    super("pack: " + what + "; " + mend + ".");
    this.problem = Problem.wrong("pack", what, mend);
  }

  RefusedPack(String what, String mend, Throwable cause) {
    this(what, mend);
    initCause(cause);
  }

  public Problem problem() {
    return problem;
  }
}
