package com.oltpbenchmark.benchmarks.transfer;

import com.oltpbenchmark.WorkloadConfiguration;
import com.oltpbenchmark.api.BenchmarkModule;
import com.oltpbenchmark.api.Loader;
import com.oltpbenchmark.api.Worker;
import com.oltpbenchmark.benchmarks.transfer.procedures.Move;
import java.util.ArrayList;
import java.util.List;

/// BenchBase 2023: moves money between two accounts; an account never falls below zero.
public final class TransferBenchmark extends BenchmarkModule {
  static final int ACCOUNTS_PER_SCALE = 60_000;

  final int accounts;

  public TransferBenchmark(WorkloadConfiguration configuration) {
    super(configuration);
    accounts = (int) (ACCOUNTS_PER_SCALE * configuration.getScaleFactor());
  }

  @Override
  protected List<Worker<? extends BenchmarkModule>> makeWorkersImpl() {
    List<Worker<? extends BenchmarkModule>> workers = new ArrayList<>();
    for (int i = 0; i < workConf.getTerminals(); i++) {
      workers.add(new TransferWorker(this, i));
    }
    return workers;
  }

  @Override
  protected Loader<TransferBenchmark> makeLoaderImpl() {
    return new TransferLoader(this);
  }

  @Override
  protected Package getProcedurePackageImpl() {
    return Move.class.getPackage();
  }
}
