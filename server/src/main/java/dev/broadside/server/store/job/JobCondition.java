package dev.broadside.server.store.job;

import dev.broadside.core.search.JobQuery;
import dev.broadside.core.search.JobQuery.Figure;
import dev.broadside.core.search.JobQuery.Key;

/// A query as a condition on rows of `job_index`. For one thread.
final class JobCondition extends QueryCondition {
  @Override
  protected String figure(Figure figure) {
    return "EXISTS (SELECT 1 FROM job_figures WHERE job_id = job_index.job_id AND figure = "
        + value(figure.id())
        + " AND value "
        + figure.sign().text()
        + " "
        + value(figure.limit())
        + ")";
  }

  @Override
  protected String has(Key key, String text) {
    return switch (key) {
      case TAG -> "job_id IN (SELECT job_id FROM job_tags WHERE tag = " + value(text) + ")";
      case FOLDER -> within("folder", text);
      case CLASS -> "job_class = " + value(text);
      case TARGET -> "target = " + value(text);
      case DEFINITION -> "job_id IN (SELECT id FROM jobs WHERE definition = " + value(text) + ")";
      case STATE, OUTCOME -> state(text);
      case STUDY ->
          text.equals(JobQuery.NO_STUDY) ? "NOT " + stepOf("") : stepOf(" AND id = " + value(text));
    };
  }

  /// That its id is one that [dev.broadside.core.campaign.Study#stepId] makes for one of the
  /// studies.
  private static String stepOf(String which) {
    String unnumbered = "RTRIM(job_id, '0123456789')";
    String studies = " FROM campaigns WHERE kind = 'study'" + which;
    return ("(job_id <> " + unnumbered + " AND " + unnumbered)
        + (" IN (SELECT id || '-s'" + studies + " UNION ALL SELECT id || '-t'" + studies + "))");
  }
}
