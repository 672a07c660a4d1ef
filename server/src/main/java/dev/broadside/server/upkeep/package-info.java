/// What keeps the store small, and the disk free, while jobs run: old intervals are rolled up.
@NullMarked
package dev.broadside.server.upkeep;

import org.jspecify.annotations.NullMarked;
