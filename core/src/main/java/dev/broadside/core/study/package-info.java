/// What a study measures: its axes, its places and its order, or its search for a knee. Pure.
@NullMarked
package dev.broadside.core.study;

import org.jspecify.annotations.NullMarked;
