/// Results as pages that stand for themselves: to be sent, printed and read in ten years.
@NullMarked
package dev.broadside.core.report.html;

import org.jspecify.annotations.NullMarked;
