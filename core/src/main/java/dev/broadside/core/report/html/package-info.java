/// Results as complete pages, which can be sent, printed, and read in ten years.
@NullMarked
package dev.broadside.core.report.html;

import org.jspecify.annotations.NullMarked;
