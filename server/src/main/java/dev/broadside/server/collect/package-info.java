/// How interval records come in: verified, stored exactly once, acknowledged when durable, and
/// added up.
@NullMarked
package dev.broadside.server.collect;

import org.jspecify.annotations.NullMarked;
