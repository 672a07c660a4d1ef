package dev.broadside.client.engine;

import dev.broadside.core.job.AllowedPrograms;
import dev.broadside.core.job.Plan;
import dev.broadside.core.param.ConnectionParameters;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Finding;
import dev.broadside.core.work.JobContext;
import dev.broadside.core.work.Rehearsal.LoadStatement;
import dev.broadside.core.work.ShareContext;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.core.work.Totals;
import dev.broadside.core.work.VerifyContext;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/// Makes the contexts that a job class's methods are called with, from the plan.
final class Contexts {
  private final Plan plan;
  private final JobValues values;
  private final LimitedSteps.ProgressReports reports;
  private final BooleanSupplier stopping;
  private final LoadObserver observer;

  Contexts(
      Plan plan,
      JobValues values,
      LimitedSteps.ProgressReports reports,
      BooleanSupplier stopping,
      LoadObserver observer) {
    this.plan = plan;
    this.values = values;
    this.reports = reports;
    this.stopping = stopping;
    this.observer = observer;
  }

  JobContext job() {
    return new Job();
  }

  /// The context of a clean-up that drops the tables even if `clean-up` is off.
  JobContext dropping() throws RefusedShare {
    ParameterValues drop = values.with(ConnectionParameters.CLEAN_UP.name(), "drop");
    return new Job() {
      @Override
      public ParameterValues values() {
        return drop;
      }
    };
  }

  ShareContext share(Facts facts) {
    return new Share(facts);
  }

  /// @param rehearsed the statements that were
  ShareContext monitor(Facts facts, List<LoadStatement> rehearsed) {
    return new Share(facts) {
      @Override
      public List<LoadStatement> rehearsed() {
        return rehearsed;
      }
    };
  }

  /// @param thread the thread's number within the share
  ThreadContext thread(Facts facts, int thread, RandomGenerator random) {
    return new OneThread(facts, plan.slice().firstThread() + thread, random);
  }

  /// The context of a rehearsal: that of the first thread, not observed.
  ///
  /// @param found takes what is right and what is doubtful
  ThreadContext rehearsal(Facts facts, Consumer<Finding> found) {
    return new OneThread(facts, 0, new SplittableRandom(plan.spec().seed())) {
      @Override
      public <T> T watched(Class<T> type, T object) {
        return object;
      }

      @Override
      public void found(Finding finding) {
        found.accept(finding);
      }
    };
  }

  VerifyContext verify(Facts facts, ShareGoal.Verify counted) {
    return new Verify(facts, counted);
  }

  /// The context of a test.
  ///
  /// @param found takes what is right and what is doubtful
  JobContext test(Consumer<Finding> found) {
    return new Job() {
      @Override
      public void found(Finding finding) {
        found.accept(finding);
      }
    };
  }

  /// The context of a preparation.
  ///
  /// @param loading is called when other agents may help
  JobContext prepare(Consumer<Facts> loading) {
    return new Job() {
      @Override
      public void loading(Facts facts) {
        loading.accept(facts);
      }
    };
  }

  private class Job implements JobContext {
    @Override
    public ParameterValues values() {
      return values.whole();
    }

    @Override
    public List<ParameterValues> valuesByPhase() {
      return values.byPhase();
    }

    @Override
    public long seed() {
      return plan.spec().seed();
    }

    @Override
    public int totalThreads() {
      return plan.slice().totalThreads();
    }

    @Override
    public int agentCount() {
      return plan.slice().agentCount();
    }

    @Override
    public void progress(String step, long done, long total) {
      reports.report(step, done, total);
    }

    @Override
    public boolean mayRun(String program) {
      return AllowedPrograms.ofThisProcess().allow(program);
    }

    @Override
    public boolean stopping() {
      return stopping.getAsBoolean();
    }
  }

  private class Share extends Job implements ShareContext {
    private final Facts facts;

    Share(Facts facts) {
      this.facts = facts;
    }

    @Override
    public Facts facts() {
      return facts;
    }

    @Override
    public int agentIndex() {
      return plan.slice().agentIndex();
    }

    @Override
    public int firstThread() {
      return plan.slice().firstThread();
    }

    @Override
    public int threads() {
      return plan.slice().threads();
    }

    @Override
    public long life() {
      return plan.former().life();
    }
  }

  private class OneThread extends Share implements ThreadContext {
    private final int thread;
    private final RandomGenerator random;

    OneThread(Facts facts, int thread, RandomGenerator random) {
      super(facts);
      this.thread = thread;
      this.random = random;
    }

    @Override
    public int thread() {
      return thread;
    }

    @Override
    public RandomGenerator random() {
      return random;
    }

    @Override
    public <T> T watched(Class<T> type, T object) {
      return observer.watched(type, object);
    }

    @Override
    public Optional<String> only() {
      return observer.transaction();
    }
  }

  private final class Verify extends Job implements VerifyContext {
    private final Facts facts;
    private final ShareGoal.Verify counted;

    Verify(Facts facts, ShareGoal.Verify counted) {
      this.facts = facts;
      this.counted = counted;
    }

    @Override
    public Facts facts() {
      return facts;
    }

    @Override
    public Totals transactions() {
      return counted.transactions();
    }

    @Override
    public Totals operation(int operation) {
      List<Totals> all = counted.operations();
      return operation < all.size() ? all.get(operation) : Totals.NONE;
    }

    @Override
    public OptionalLong figure(int figure) {
      List<Long> all = counted.figures();
      return figure < all.size() ? OptionalLong.of(all.get(figure)) : OptionalLong.empty();
    }

    @Override
    public boolean complete() {
      return counted.complete();
    }
  }
}
