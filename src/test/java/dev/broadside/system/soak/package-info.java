/// A week of intervals in less time, and what it costs.
@NullMarked
package dev.broadside.system.soak;

import org.jspecify.annotations.NullMarked;
