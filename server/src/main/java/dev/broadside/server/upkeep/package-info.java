/// Keeps the store small: rolls up old intervals, and deletes jobs by the retention rules.
@NullMarked
package dev.broadside.server.upkeep;

import org.jspecify.annotations.NullMarked;
