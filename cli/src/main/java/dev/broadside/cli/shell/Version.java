package dev.broadside.cli.shell;

import java.util.Optional;

/// Which Broadside this is.
public final class Version {
  private Version() {}

  /// The version that the build wrote into the jar; `development` outside of one.
  public static String text() {
    return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
        .orElse("development");
  }
}
