/// What a pack says about itself, as data that is read without loading its code.
@NullMarked
package dev.broadside.core.pack;

import org.jspecify.annotations.NullMarked;
