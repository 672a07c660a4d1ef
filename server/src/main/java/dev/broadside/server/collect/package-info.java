/// Takes in interval records: verifies them, stores each exactly once, acknowledges durable ones
/// and adds them up.
@NullMarked
package dev.broadside.server.collect;

import org.jspecify.annotations.NullMarked;
