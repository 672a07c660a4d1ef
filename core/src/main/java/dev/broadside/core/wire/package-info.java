/// What server, agents and workers say to each other, and how it becomes bytes.
///
/// [dev.broadside.core.wire.Message] is the whole vocabulary, [dev.broadside.core.wire.Codec] the
/// only class that knows bytes and versions, and [dev.broadside.core.wire.Link] what carries them.
@NullMarked
package dev.broadside.core.wire;

import org.jspecify.annotations.NullMarked;
