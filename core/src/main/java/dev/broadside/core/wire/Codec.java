package dev.broadside.core.wire;

import com.fasterxml.jackson.annotation.JsonFormat;
import dev.broadside.core.param.Secret;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.FigureRow;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.OperationCounts;
import dev.broadside.core.work.Figure;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
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
/// that a newer peer may add some; a missing field is an error. Bytes that are no frame of ours give
/// a [ProtocolException] and nothing else, at a cost bounded by [#MAX_FRAME]. Safe for use by several
/// threads.
///
/// A frame of each message is kept as a test resource, so that no encoding changes unnoticed.
public final class Codec {
  /// The largest frame.
  public static final int MAX_FRAME = 1 << 20;

  /// Of the encoding; frames of another one are refused. 2 is what a frame of [LinkCodec] begins with.
  public static final byte VERSION = 1;

  private static final int MAX_DEPTH = 32;

  /// Costly to make, safe to share, and never changed: learning to read and write a kind of message
  /// takes longer than all the messages of a short run.
  private static final CBORMapper MAPPER = mapper(MAX_FRAME);

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
        .addMixIn(OperationCounts.class, Positional.class)
        .addMixIn(Figure.class, Positional.class)
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

  /// Each record has one of these for each operation, so their names would weigh more than they do.
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  private interface Positional {}

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
