package dev.broadside.server.http;

import dev.broadside.core.figures.Measure;
import java.util.Locale;
import java.util.stream.Collectors;

/// The catalogue of measures as a module of the page, whose charts and tables loop over it.
final class PageMeasures {
  private PageMeasures() {}

  static String text() {
    return """
    // @ts-check
    // Made from Measure. Do not edit.
    /**
     * @typedef {object} Measure
     * @property {string} id
     * @property {string} heading above a column
     * @property {string} unit
     * @property {"higher" | "lower" | "neither"} better
     * @property {boolean} draining whether it is drawn after the last phase, too
     * @property {string[]} shown in which places
     */
    /** @type {Measure[]} */
    export const MEASURES = [
    %s
    ];
    """
        .formatted(Measure.ALL.stream().map(PageMeasures::line).collect(Collectors.joining("\n")));
  }

  private static String line(Measure one) {
    return "  { id: \"%s\", heading: \"%s\", unit: \"%s\", better: \"%s\", draining: %s, shown: [%s] },"
        .formatted(
            one.id(),
            one.headingWithUnit(),
            one.unit(),
            word(one.better()),
            one.drawnDraining(),
            one.shown().stream()
                .sorted()
                .map(place -> '"' + word(place) + '"')
                .collect(Collectors.joining(", ")));
  }

  private static String word(Enum<?> one) {
    return one.name().toLowerCase(Locale.ROOT);
  }
}
