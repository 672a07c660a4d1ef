/// Observes one load thread during one iteration, call by call: `broadside run --once`.
///
/// [dev.broadside.client.once.OnceObserver] is the entry; what it passes on are
/// [dev.broadside.client.once.IterationEvent]s.
@NullMarked
package dev.broadside.client.once;

import org.jspecify.annotations.NullMarked;
