/// Groups of jobs and studies that wait for each other's outcomes: what one is, how it is written,
/// and what comes next. Pure values.
@NullMarked
package dev.broadside.core.group;

import org.jspecify.annotations.NullMarked;
