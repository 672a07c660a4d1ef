/// The rehearsal before a load: each kind of transaction is done once on a connection on which
/// nothing is ever committed.
@NullMarked
package dev.broadside.kit.rehearsal;

import org.jspecify.annotations.NullMarked;
