/// What sentences about wrong input are made of, besides their place: why a file cannot be used.
/// Problems themselves, and what a mistyped word may have meant, belong to the SPI.
@NullMarked
package dev.broadside.core.sentence;

import org.jspecify.annotations.NullMarked;
