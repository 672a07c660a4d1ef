/// A finished job with all that is needed to run it again, as one file.
@NullMarked
package dev.broadside.core.report.bundle;

import org.jspecify.annotations.NullMarked;
