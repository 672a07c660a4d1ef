/// Job classes that ask the engine one question each, so that this module's jar is a pack too, and
/// the proofs that are runs of them.
@NullMarked
package dev.broadside.bench.probes;

import org.jspecify.annotations.NullMarked;
