/// Studies: one job run several times along an axis, and what comes next. Pure.
@NullMarked
package dev.broadside.core.study;

import org.jspecify.annotations.NullMarked;
