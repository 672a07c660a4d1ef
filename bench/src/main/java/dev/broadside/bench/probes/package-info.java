/// Job classes that ask the engine one question each, so that this module's jar is a pack too, and
/// the proof of the verdict on the generator.
@NullMarked
package dev.broadside.bench.probes;

import org.jspecify.annotations.NullMarked;
