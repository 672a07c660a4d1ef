/// Documents written as JSON, lines and CSV, an interval at a time. What they say is made
/// elsewhere.
@NullMarked
package dev.broadside.core.report.form;

import org.jspecify.annotations.NullMarked;
