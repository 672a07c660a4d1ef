/// The plan of a study: its axes, its points and their order, or its search for a knee. Pure.
@NullMarked
package dev.broadside.core.study;

import org.jspecify.annotations.NullMarked;
