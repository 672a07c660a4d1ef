/// How far a system goes: the search for its knee, and the law that its throughput follows over
/// concurrency. Pure.
@NullMarked
package dev.broadside.core.scaling;

import org.jspecify.annotations.NullMarked;
