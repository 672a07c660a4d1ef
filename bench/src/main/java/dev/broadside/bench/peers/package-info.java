/// What Broadside is measured beside and against: other tools, the same work without an engine,
/// databases, servers and agents. No figure is made here.
@NullMarked
package dev.broadside.bench.peers;

import org.jspecify.annotations.NullMarked;
