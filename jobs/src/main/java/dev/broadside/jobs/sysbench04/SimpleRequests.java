package dev.broadside.jobs.sysbench04;

import java.util.random.RandomGenerator;

/// The mode `simple`: one point select, and no transaction around it.
///
/// @param ids how rows are drawn
/// @param think what is slept before each query
/// @param reconnects when the connection is given up
record SimpleRequests(IdDistribution ids, ThinkTime think, ReconnectMode reconnects)
    implements Requests {
  @Override
  public void draw(Request request, RandomGenerator random) {
    request.add(Query.POINT_SELECT, ids.next(random), think.draw(random));
    reconnects.afterSingleQuery(request, think, random);
  }
}
