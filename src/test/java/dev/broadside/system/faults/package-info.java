/// Faults on real databases under load: each is provoked from outside and counted there, and the
/// run's own counts must be the same.
@NullMarked
package dev.broadside.system.faults;

import org.jspecify.annotations.NullMarked;
