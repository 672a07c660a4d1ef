/// Whether a result can be trusted: the audit of its records, and whether the load generator was
/// the bottleneck.
@NullMarked
package dev.broadside.core.verdict;

import org.jspecify.annotations.NullMarked;
