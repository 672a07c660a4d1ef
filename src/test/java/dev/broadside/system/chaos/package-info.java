/// Real processes that are killed, frozen and cut off by chance while a ledger is written.
@NullMarked
package dev.broadside.system.chaos;

import org.jspecify.annotations.NullMarked;
