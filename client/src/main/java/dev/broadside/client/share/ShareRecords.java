package dev.broadside.client.share;

import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.SealedRecord;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// Takes the records of one incarnation, and brings them to where they are kept: [RecordRelay] to a
/// server.
///
/// Everything but [#offer] returns at once, and is done in the order in which it was asked for;
/// callbacks come on any thread.
public interface ShareRecords {
  /// Takes records, in the order in which they were sealed. May wait until there is room.
  void offer(List<SealedRecord> records);

  /// There is a connection: everything unacknowledged is sent, whether or not it was sent before.
  void connected();

  void disconnected();

  /// Records of this incarnation are stored.
  void acknowledged(Message.Ack ack);

  /// Ends the incarnation, when everything offered so far is in.
  ///
  /// @param closing takes the newest record and gives the closing one; empty if none is needed
  /// @param then takes the sequence number of the newest record; -1 if there are no records
  void conclude(
      Function<Optional<SealedRecord>, Optional<SealedRecord>> closing, Consumer<Long> then);

  /// Calls back if everything offered so far is durable.
  void ifAllStored(Runnable then);

  /// Calls back if the receiver has every record that can be read.
  void ifAllDelivered(Runnable then);

  /// Ends the incarnation because its records are no longer wanted: deletes those that the server
  /// has, and keeps the others on disk as unclaimed.
  ///
  /// @param then takes what is left on disk; empty if nothing is
  void discard(Consumer<Optional<Left>> then);

  /// Closes the files of an incarnation that has ended. Its records stay on disk unless the server
  /// has them all.
  void close(Runnable then);

  /// What a discarded incarnation still holds.
  ///
  /// @param records that no server has acknowledged
  /// @param why in a sentence without a full stop
  /// @param lost records that the disk did not take in time
  record Left(long records, String why, long lost) {}
}
