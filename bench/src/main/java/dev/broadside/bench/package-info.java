/// How fast Broadside is and what it costs, always beside a peer where there is one, in one
/// interleaved run on one machine. Here is what every measurement needs: settings, turns, tables.
@NullMarked
package dev.broadside.bench;

import org.jspecify.annotations.NullMarked;
