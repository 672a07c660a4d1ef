/// What a pack says of itself, as data that is read without loading its code.
@NullMarked
package dev.broadside.core.pack;

import org.jspecify.annotations.NullMarked;
