/// Documents written as JSON, lines and CSV, one interval at a time. Other packages make the
/// documents.
@NullMarked
package dev.broadside.core.report.form;

import org.jspecify.annotations.NullMarked;
