package dev.broadside.jobs.sysbench04;

import dev.broadside.jobs.sbtest.Operation;
import dev.broadside.kit.draw.UniqueIds;
import java.util.random.RandomGenerator;

/// The mode `nontrx`: one statement that commits itself. The mode `simple`: its select.
final class SingleRequests implements Requests {

  enum Statement {
    SELECT,
    UPDATE_KEY,
    UPDATE_NOKEY,
    INSERT,
    DELETE
  }

  private final Statement statement;
  private final IdDistribution ids;
  private final UniqueIds uniqueIds;
  private final ThinkTime think;
  private final ReconnectMode reconnects;

  SingleRequests(
      Statement statement,
      IdDistribution ids,
      UniqueIds uniqueIds,
      ThinkTime think,
      ReconnectMode reconnects) {
    this.statement = statement;
    this.ids = ids;
    this.uniqueIds = uniqueIds;
    this.think = think;
    this.reconnects = reconnects;
  }

  @Override
  public void draw(Request request, RandomGenerator random) {
    long micros = think.draw(random);
    switch (statement) {
      case SELECT -> request.add(Operation.POINT_SELECT, ids.next(random), micros);
      case UPDATE_KEY -> request.add(Operation.INDEX_UPDATE, ids.next(random), micros);
      case UPDATE_NOKEY -> request.add(Operation.NON_INDEX_UPDATE, ids.next(random), micros);
      case INSERT -> request.add(Operation.INSERT, uniqueIds.next(), ids.next(random), micros);
      case DELETE -> request.add(Operation.DELETE, uniqueIds.next(), micros);
    }
    reconnects.afterSingleQuery(request, think, random);
  }
}
