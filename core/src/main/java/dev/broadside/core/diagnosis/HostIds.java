package dev.broadside.core.diagnosis;

import dev.broadside.core.stat.GeneratorFigure;
import dev.broadside.core.stat.HostUse;
import dev.broadside.core.work.database.DatabaseFigures;
import java.util.regex.Pattern;

/// The ids of the hosts' and the load generator's figures that rules read.
final class HostIds {
  static final String STEAL = GeneratorFigure.STEAL.figure().id();
  static final String WORKER_CPU = GeneratorFigure.PROCESS_CPU.figure().id();

  private static final Pattern READ =
      Pattern.compile("host\\.(cpu\\.(user|system|steal|all)|disk[^@]*\\.(readTime|time))@.*");

  private HostIds() {}

  /// Time of all processors.
  ///
  /// @param of `user`, `system`, `steal`, or `all`
  static String cpu(String of, String agent) {
    return "host.cpu." + of + "@" + HostUse.word(agent);
  }

  /// Whether it is the time of all reads of one of a host's disks.
  static boolean diskReads(String id, String agent) {
    return id.startsWith("host.disk") && id.endsWith(".readTime@" + HostUse.word(agent));
  }

  /// The time for which that disk was watched.
  static String diskTime(String reads) {
    return reads.replace(".readTime@", ".time@");
  }

  /// Whether some rule reads it. A host has hundreds of figures, and of each a value in each
  /// interval would be kept.
  static boolean read(String id) {
    return id.startsWith(DatabaseFigures.PREFIX)
        || id.equals(STEAL)
        || id.equals(WORKER_CPU)
        || READ.matcher(id).matches();
  }
}
