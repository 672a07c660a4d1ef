/// When the next iteration of a load thread begins: after the one before and its think time, or
/// when an arrival of an open load is due. Knows no job class, no target and no figures.
@NullMarked
package dev.broadside.client.arrivals;

import org.jspecify.annotations.NullMarked;
