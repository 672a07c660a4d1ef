package com.oltpbenchmark.benchmarks.transfer;

import com.oltpbenchmark.api.Loader;
import com.oltpbenchmark.api.LoaderThread;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

final class TransferLoader extends Loader<TransferBenchmark> {
  TransferLoader(TransferBenchmark benchmark) {
    super(benchmark);
  }

  @Override
  public List<LoaderThread> createLoaderThreads() {
    return List.of(
        new LoaderThread(benchmark) {
          @Override
          public void load(Connection connection) throws SQLException {
            String insert = "INSERT INTO account (id, balance) VALUES (?, 1000)";
            try (PreparedStatement row = connection.prepareStatement(insert)) {
              for (int id = 1; id <= benchmark.accounts; id++) {
                row.setInt(1, id);
                row.addBatch();
                if (id % workConf.getBatchSize() == 0 || id == benchmark.accounts) {
                  row.executeBatch();
                }
              }
            }
          }
        });
  }
}
