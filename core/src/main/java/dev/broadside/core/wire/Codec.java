package dev.broadside.core.wire;

import com.fasterxml.jackson.annotation.JacksonInject;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.OptBoolean;
import dev.broadside.core.job.AgentLoss;
import dev.broadside.core.job.Plan;
import dev.broadside.core.job.Settings;
import dev.broadside.core.job.Step;
import dev.broadside.core.load.LoadControl;
import dev.broadside.core.load.Think;
import dev.broadside.core.pace.Sharing;
import dev.broadside.core.param.Secret;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.ErrorSample;
import dev.broadside.core.stat.FigureRow;
import dev.broadside.core.stat.GeneratorSample;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.OperationCounts;
import dev.broadside.core.stat.OperationStats;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.TransactionStats;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.Totals;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.InjectableValues;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.dataformat.cbor.CBORFactory;
import tools.jackson.dataformat.cbor.CBORMapper;

/// Messages and interval records as bytes, and back. The only class that knows the encoding and its
/// versions.
///
/// A frame is one byte, the version of the encoding, and then CBOR. Unknown fields are skipped, so
/// that a newer peer may add some. Whatever is not a frame of ours gives a [ProtocolException] and
/// nothing else, at a cost bounded by [#MAX_FRAME]. Safe for use by several threads.
///
/// Frames of every version ever released are kept as test resources, and stay readable for ever.
public final class Codec {
  /// The largest frame.
  public static final int MAX_FRAME = 1 << 20;

  /// 1 had another code of distributions; 2 is what a frame of [LinkCodec] begins with.
  public static final byte VERSION = 3;

  // What older peers do not tell.
  private static final String ZERO = "zero";
  private static final String NONE = "none";
  private static final String NOBODY = "nobody";

  private static final int MAX_DEPTH = 32;

  /// Costly to make, safe to share, and never changed: learning to read and write a kind of message
  /// takes longer than all the messages of a short run.
  private static final CBORMapper MAPPER = mapper(MAX_FRAME);

  /// With what a field is that an earlier version did not write: jobs had the usual limits, and
  /// progress was that of the preparation.
  ///
  /// @param longest of how many bytes what is read may be
  static CBORMapper mapper(int longest) {
    CBORFactory factory =
        CBORFactory.builder()
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(MAX_FRAME)
                    .maxDocumentLength(longest)
                    .build())
            .build();
    return CBORMapper.builder(factory)
        .addModule(wireTypes())
        .addMixIn(TransactionStats.class, UntimedFailures.class)
        .addMixIn(ShareGoal.Stop.class, PlainStop.class)
        .addMixIn(Message.Ack.class, PlainAck.class)
        .addMixIn(Message.Welcome.class, PlainWelcome.class)
        .addMixIn(OperationStats.class, FewerOperationCounts.class)
        .addMixIn(OperationCounts.class, Positional.class)
        .addMixIn(IntervalRecord.class, FewerTotals.class)
        .addMixIn(Figure.class, Positional.class)
        .addMixIn(Totals.class, NoRollbacks.class)
        .addMixIn(LoadControl.class, NoSharing.class)
        .injectableValues(
            new InjectableValues.Std()
                .addValue(Distribution.class, Distribution.EMPTY)
                .addValue(FigureRow.class, FigureRow.NONE)
                .addValue(PlainStop.KNOWN, false)
                .addValue(PlainStop.IN_ORDER, false)
                .addValue(ZERO, 0L)
                .addValue(NONE, List.of())
                .addValue(NOBODY, Optional.empty())
                .addValue(Settings.class, Settings.NONE)
                .addValue(Plan.FIRST, 0L)
                .addValue(Plan.NONE_BEFORE, 0L)
                .addValue(Plan.UNCHANGED, List.of())
                .addValue(AgentLoss.RESUMABLE, false)
                .addValue(Message.Refused.NOT_DISPLACED, false)
                .addValue(Step.class, Step.PREPARE))
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
        .build();
  }

  private static final class WireModule extends SimpleModule {
    @Override
    public void setupModule(SetupContext context) {
      super.setupModule(context);
      context.addValueInstantiators(new RecordMakers());
    }
  }

  private static SimpleModule wireTypes() {
    return new WireModule()
        .addSerializer(Distribution.class, new DistributionWriter())
        .addDeserializer(Distribution.class, new DistributionReader())
        .addSerializer(FigureRow.class, new FigureRowCode.Writer())
        .addDeserializer(FigureRow.class, new FigureRowCode.Reader())
        .addSerializer(Secret.class, new SecretWriter())
        .addDeserializer(Secret.class, new SecretReader());
  }

  /// A message as one frame.
  ///
  /// @throws IllegalArgumentException where it is larger than [#MAX_FRAME]: whoever made it must
  ///   cut it up
  public byte[] encode(Message message) {
    return write(message, MAX_FRAME);
  }

  public Message decode(byte[] frame) throws ProtocolException {
    return read(frame, Message.class, MAX_FRAME);
  }

  /// Seals a record: encodes it and adds the checksum.
  public SealedRecord seal(IntervalRecord record) {
    return SealedRecord.of(record.key(), write(record, SealedRecord.MAX_BYTES));
  }

  /// Opens a sealed record, and checks that it is whole and is the one its key names.
  public IntervalRecord open(SealedRecord sealed) throws ProtocolException {
    if (!sealed.intact()) {
      throw new ProtocolException("the checksum of record " + sealed.key() + " is wrong");
    }
    IntervalRecord record = read(sealed.bytes(), IntervalRecord.class, SealedRecord.MAX_BYTES);
    if (!record.key().equals(sealed.key())) {
      throw new ProtocolException("record " + sealed.key() + " says that it is " + record.key());
    }
    return record;
  }

  private byte[] write(Object value, int longest) {
    byte[] body = MAPPER.writeValueAsBytes(value);
    if (body.length >= longest) {
      throw new IllegalArgumentException(
          value.getClass().getSimpleName()
              + " of "
              + body.length
              + " bytes is larger than "
              + longest);
    }
    byte[] frame = new byte[body.length + 1];
    frame[0] = VERSION;
    System.arraycopy(body, 0, frame, 1, body.length);
    return frame;
  }

  private <T> T read(byte[] frame, Class<T> type, int longest) throws ProtocolException {
    if (frame.length < 2 || frame.length > longest) {
      throw new ProtocolException("a frame of " + frame.length + " bytes is none of ours");
    }
    if (frame[0] != VERSION) {
      throw new ProtocolException(
          "the frame's encoding is version "
              + frame[0]
              + ", and this side reads version "
              + VERSION);
    }
    try {
      T value = MAPPER.readValue(frame, 1, frame.length - 1, type);
      if (value == null) {
        throw new ProtocolException("the frame holds nothing");
      }
      return value;
    } catch (RuntimeException e) {
      // Not only the library's own exceptions: hostile bytes make it throw a NullPointerException
      // too.
      throw new ProtocolException("the frame is no " + type.getSimpleName() + " of ours", e);
    }
  }

  /// Records in which nothing failed or was carried over say nothing of it: both are empty then.
  private abstract static class UntimedFailures {
    @SuppressWarnings("unused")
    UntimedFailures(
        OutcomeCounts counts,
        Distribution service,
        Distribution scheduleDelay,
        Distribution connectionWait,
        Distribution response,
        @JacksonInject(useInput = OptBoolean.TRUE) Distribution failed,
        @JacksonInject(useInput = OptBoolean.TRUE) Distribution carried) {}
  }

  /// Servers that acknowledge nothing behind a gap send no such field.
  private abstract static class PlainAck {
    @SuppressWarnings("unused")
    PlainAck(
        String runId,
        long incarnation,
        String stream,
        long throughSeq,
        @JacksonInject(value = NONE, useInput = OptBoolean.TRUE) List<Message.Ack.Range> beyond) {}
  }

  /// Servers that rename no agents do not say who it is.
  private abstract static class PlainWelcome {
    @SuppressWarnings("unused")
    PlainWelcome(
        int protocol,
        String version,
        long heartbeatMillis,
        @JacksonInject(value = NOBODY, useInput = OptBoolean.TRUE) Optional<String> agent) {}

    @SuppressWarnings("unused")
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    abstract Optional<String> agent();
  }

  /// Servers that have no word for runs that they do not know send no such field.
  private abstract static class PlainStop {
    static final String KNOWN = "known run";
    static final String IN_ORDER = "in good order";

    @SuppressWarnings("unused")
    PlainStop(
        @JacksonInject(value = KNOWN, useInput = OptBoolean.TRUE) boolean unknownRun,
        @JacksonInject(value = IN_ORDER, useInput = OptBoolean.TRUE) boolean atOnce) {}
  }

  /// Records of workers that did not tell what was rolled back and what nobody answered.
  private abstract static class FewerOperationCounts {
    @SuppressWarnings("unused")
    FewerOperationCounts(
        long ok,
        long failed,
        long effective,
        long uncertain,
        @JacksonInject(value = ZERO, useInput = OptBoolean.TRUE) long rolledBack,
        @JacksonInject(value = ZERO, useInput = OptBoolean.TRUE) long unanswered,
        Distribution service) {}
  }

  /// Each record has one of these for each operation, so their names would weigh more than they do.
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  private interface Positional {}

  /// Records of workers that kept no account of their operations, or had no figures of their own.
  private abstract static class FewerTotals {
    @SuppressWarnings("unused")
    FewerTotals(
        RecordKey key,
        int index,
        long startNanos,
        long lengthNanos,
        int phase,
        int threads,
        Tally tally,
        OutcomeCounts cumulative,
        @JacksonInject(value = NONE, useInput = OptBoolean.TRUE)
            List<OperationCounts> cumulativeOperations,
        @JacksonInject(value = ZERO, useInput = OptBoolean.TRUE) long inFlight,
        List<ErrorSample> errors,
        GeneratorSample generator,
        boolean last,
        @JacksonInject(useInput = OptBoolean.TRUE) FigureRow figures) {}

    @SuppressWarnings("unused")
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    abstract FigureRow figures();
  }

  /// Totals of servers that did not tell what was rolled back.
  private abstract static class NoRollbacks {
    @SuppressWarnings("unused")
    NoRollbacks(
        long ok,
        long failed,
        long uncertain,
        @JacksonInject(value = ZERO, useInput = OptBoolean.TRUE) long rolledBack) {}
  }

  /// Changes of servers on which every agent kept its share.
  private abstract static class NoSharing {
    @SuppressWarnings("unused")
    NoSharing(
        Optional<Boolean> paused,
        Optional<Double> rate,
        Optional<Integer> threads,
        Optional<Think> think,
        Map<String, String> mix,
        @JacksonInject(value = NOBODY, useInput = OptBoolean.TRUE) Optional<Sharing> sharing) {}

    @SuppressWarnings("unused")
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    abstract Optional<Sharing> sharing();
  }

  private static final class DistributionWriter extends ValueSerializer<Distribution> {
    @Override
    public void serialize(Distribution value, JsonGenerator out, SerializationContext context) {
      out.writeBinary(DistributionCode.encode(value));
    }
  }

  private static final class DistributionReader extends ValueDeserializer<Distribution> {
    @Override
    public Distribution deserialize(JsonParser in, DeserializationContext context) {
      return DistributionCode.decode(in.getBinaryValue());
    }
  }

  /// Plans carry secrets to the worker; nothing else is written with this mapper.
  private static final class SecretWriter extends ValueSerializer<Secret> {
    @Override
    public void serialize(Secret value, JsonGenerator out, SerializationContext context) {
      out.writeString(value.reveal());
    }
  }

  private static final class SecretReader extends ValueDeserializer<Secret> {
    @Override
    public Secret deserialize(JsonParser in, DeserializationContext context) {
      return new Secret(in.getString());
    }
  }
}
