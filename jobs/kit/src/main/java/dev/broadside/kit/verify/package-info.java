/// Checks of a database after a run: balances of rows, and its own counters.
@NullMarked
package dev.broadside.kit.verify;

import org.jspecify.annotations.NullMarked;
