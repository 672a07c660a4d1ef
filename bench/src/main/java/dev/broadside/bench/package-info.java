/// How fast Broadside is and what it costs, always beside a peer where there is one, in one
/// interleaved run on one machine.
///
/// Start at [dev.broadside.bench.SideBySide]; `bench/run` runs it. The probes are job classes, so
/// that the module's jar is a pack too.
@NullMarked
package dev.broadside.bench;

import org.jspecify.annotations.NullMarked;
