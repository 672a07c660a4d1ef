/// Times of day as people write them: moments, and repetition by a cron expression.
@NullMarked
package dev.broadside.core.calendar;

import org.jspecify.annotations.NullMarked;
