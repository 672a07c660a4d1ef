/// Programs of their own that show one thing at length, without a peer: a long run, long lists,
/// where the time goes.
@NullMarked
package dev.broadside.bench.trials;

import org.jspecify.annotations.NullMarked;
