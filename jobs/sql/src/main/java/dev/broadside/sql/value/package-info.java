/// Values and expressions: numbers and texts in the numbered places of a [Frame], and computations
/// on them. An expression is compiled once, holds no state, and evaluates without boxing.
@NullMarked
package dev.broadside.sql.value;

import org.jspecify.annotations.NullMarked;
