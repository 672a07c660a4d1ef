/// Real processes that are killed, frozen, cut off and left without room while they load.
@NullMarked
package dev.broadside.system.chaos;

import org.jspecify.annotations.NullMarked;
