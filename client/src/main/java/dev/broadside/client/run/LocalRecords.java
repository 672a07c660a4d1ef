package dev.broadside.client.run;

import dev.broadside.client.share.ShareRecords;
import dev.broadside.core.report.RunAggregate;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.ProtocolException;
import dev.broadside.core.wire.SealedRecord;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

/// The records of a local run, which are added up as they come, and kept nowhere. All but [#offer]
/// is called on the run's own thread.
final class LocalRecords implements ShareRecords {
  private final RunAggregate aggregate;
  private final Executor loop;
  private final Codec codec = new Codec();
  private Optional<SealedRecord> newest = Optional.empty();

  LocalRecords(RunAggregate aggregate, Executor loop) {
    this.aggregate = aggregate;
    this.loop = loop;
  }

  @Override
  public void offer(List<SealedRecord> records) {
    loop.execute(() -> records.forEach(this::add));
  }

  private void add(SealedRecord sealed) {
    newest = Optional.of(sealed);
    try {
      aggregate.add(codec.open(sealed));
    } catch (ProtocolException e) {
      aggregate.conflict("a record of the worker is damaged: " + e.getMessage());
    }
  }

  @Override
  public void conclude(
      Function<Optional<SealedRecord>, Optional<SealedRecord>> closing, Consumer<Long> then) {
    closing.apply(newest).ifPresent(this::add);
    then.accept(newest.map(record -> record.key().seq()).orElse(-1L));
  }

  @Override
  public void connected() {}

  @Override
  public void disconnected() {}

  @Override
  public void acknowledged(Message.Ack ack) {}

  @Override
  public void ifAllStored(Runnable then) {
    then.run();
  }

  @Override
  public void ifAllDelivered(Runnable then) {
    then.run();
  }

  @Override
  public void discard(Consumer<Optional<Left>> then) {
    then.accept(Optional.empty());
  }

  @Override
  public void close(Runnable then) {
    then.run();
  }
}
