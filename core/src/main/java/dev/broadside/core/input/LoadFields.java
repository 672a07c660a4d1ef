package dev.broadside.core.input;

import dev.broadside.core.job.Bounds;
import dev.broadside.core.job.LoadModel;
import dev.broadside.core.job.Think;
import dev.broadside.core.pace.Arrivals;
import dev.broadside.core.pace.Rate;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Reads `threads`, `rate`, `arrivals` and `think`, which together say what makes iterations begin.
public final class LoadFields {
  private final JsonFields fields;
  private final int threads;

  /// @param threads load threads of each agent where the field is left out
  public LoadFields(JsonFields fields, int threads) {
    this.fields = fields;
    this.threads = threads;
  }

  /// The load; what is wrong with it is collected by the fields, and what is returned then goes
  /// nowhere.
  ///
  /// @param length of the phase that has it
  public LoadModel read(Duration length) {
    int perAgent = (int) fields.whole("threads", threads, 1, Bounds.MAX_THREADS);
    Optional<Rate> rate = new RateFields(fields, length).read();
    Think think = think();
    Arrivals arrivals = arrivals();
    if (fields.node("rate").isEmpty()) {
      return new LoadModel.Closed(perAgent, think);
    }
    if (!(think instanceof Think.None)) {
      fields.wrong("think", "at a rate nobody pauses", "give one of rate and think");
    }
    return new LoadModel.Open(perAgent, rate.orElse(new Rate.Constant(1)), arrivals);
  }

  private Think think() {
    Optional<JsonNode> node = fields.node("think");
    Optional<Think> think =
        node.filter(one -> one.isString() || one.isIntegralNumber())
            .flatMap(one -> ThinkText.parse(one.asString()));
    if (node.isPresent() && think.isEmpty()) {
      fields.wrong(
          "think",
          JsonFields.shown(node.get()) + " is not a think time of up to 1h",
          ThinkText.FORMS);
    }
    return think.orElseGet(Think.None::new);
  }

  private Arrivals arrivals() {
    Optional<String> word = fields.text("arrivals", Bounds.MAX_NAME);
    if (word.isPresent() && fields.node("rate").isEmpty()) {
      fields.wrong("arrivals", "without a rate there are none", "give a rate, or leave it out");
    }
    return switch (word.orElse("constant")) {
      case "constant" -> Arrivals.CONSTANT;
      case "poisson" -> Arrivals.POISSON;
      default -> {
        fields.wrong(
            "arrivals",
            JsonFields.shown(word.orElse("")) + " is no kind of arrivals",
            "give constant or poisson");
        yield Arrivals.CONSTANT;
      }
    };
  }
}
