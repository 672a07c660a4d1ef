package dev.broadside.server.http;

import dev.broadside.core.report.form.IntervalForm;
import java.util.Arrays;
import java.util.stream.Collectors;

/// The forms of intervals as a module of the page, whose list of downloads loops over them.
final class PageForms {
  private PageForms() {}

  static String text() {
    return """
    // @ts-check
    // Made from IntervalForm. Do not edit.
    /** @type {[label: string, tail: string, help: string][]} */
    export const INTERVAL_FORMS = [
    %s
    ];
    """
        .formatted(
            Arrays.stream(IntervalForm.values())
                .map(form ->
                    "  [\"%s\", \"/intervals.%s\", \"%s\"],"
                        .formatted(form.label(), form.word(), form.purpose()))
                .collect(Collectors.joining("\n")));
  }
}
