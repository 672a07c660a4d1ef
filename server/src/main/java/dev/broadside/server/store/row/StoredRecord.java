package dev.broadside.server.store.row;

import dev.broadside.core.report.Json;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.verdict.RecordSpan;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.ProtocolException;
import dev.broadside.core.wire.RecordDigest;
import dev.broadside.core.wire.SealedRecord;
import dev.broadside.server.store.base.PackedText;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/// A stored record: an original one, or the sum of several that were rolled up.
///
/// @param sealed the record, or the sum under the key of the first
/// @param index its first interval
/// @param intervals how many records it stands for
/// @param digests those of the rolled-up records, in order; empty for an original record
/// @param limited packed JSON of [RecordSpan#generator()]; empty for an original record
public record StoredRecord(
    SealedRecord sealed, int index, int intervals, byte[] digests, byte[] limited) {
  private static final byte[] NONE = {};

  /// An original record.
  public static StoredRecord single(SealedRecord sealed, int index) {
    return new StoredRecord(sealed, index, 1, NONE, NONE);
  }

  /// The sum of several records.
  ///
  /// @param parts as they were stored
  /// @throws IllegalArgumentException if it is larger than a record may be
  public static StoredRecord rolled(RecordSpan sum, List<StoredRecord> parts, Codec codec) {
    byte[] digests = new byte[sum.intervals() * RecordDigest.BYTES];
    int at = 0;
    for (StoredRecord part : parts) {
      byte[] own = part.ownDigests();
      System.arraycopy(own, 0, digests, at, own.length);
      at += own.length;
    }
    return new StoredRecord(
        codec.seal(sum.record()),
        sum.record().index(),
        sum.intervals(),
        digests,
        PackedText.pack(Json.mapper().writeValueAsString(sum.generator())));
  }

  public boolean rolled() {
    return digests.length > 0;
  }

  /// The number after the last one.
  public long endSeq() {
    return sealed.key().seq() + intervals;
  }

  /// The digests of the records that it stands for, concatenated.
  public byte[] ownDigests() {
    return rolled() ? digests : RecordDigest.of(sealed);
  }

  public RecordSpan open(Codec codec) throws ProtocolException {
    var record = codec.open(sealed);
    return rolled() ? new RecordSpan(record, intervals, generator()) : RecordSpan.of(record);
  }

  private RecordSpan.Generator generator() throws ProtocolException {
    try {
      return Json.mapper().readValue(PackedText.unpack(limited), RecordSpan.Generator.class);
    } catch (IOException | JacksonException e) {
      throw new ProtocolException("what limited its load generator cannot be read", e);
    }
  }

  /// The message for the audit if it is damaged.
  public String damaged() {
    RecordKey key = sealed.key();
    return key.agent()
        + ", worker "
        + key.incarnation()
        + ": "
        + (intervals == 1
            ? "record " + key.seq() + " is"
            : "records from " + key.seq() + " to " + (endSeq() - 1) + ", rolled up, are")
        + " damaged in the result store";
  }

  /// Empty if it is damaged; the audit of its run names it.
  public Optional<RecordSpan> opened(Codec codec) {
    try {
      return Optional.of(open(codec));
    } catch (ProtocolException _) {
      return Optional.empty();
    }
  }
}
