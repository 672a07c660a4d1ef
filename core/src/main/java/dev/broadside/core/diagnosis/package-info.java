/// What the figures of a run say about what held it back: rules, each one declaration, and the
/// sentences that they make.
@NullMarked
package dev.broadside.core.diagnosis;

import org.jspecify.annotations.NullMarked;
