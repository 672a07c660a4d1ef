package dev.broadside.core.wire;

import dev.broadside.core.param.Secret;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.IntervalRecord;
import java.util.Arrays;
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
/// that a newer peer may add some. Whatever is not a frame of ours gives a [ProtocolException] and
/// nothing else, at a cost bounded by [#MAX_FRAME]. Safe for use by several threads.
///
/// Frames of every version ever released are kept as test resources, and stay readable for ever.
public final class Codec {
  /// The largest frame.
  public static final int MAX_FRAME = 1 << 20;

  private static final byte VERSION = 1;
  private static final int MAX_DEPTH = 32;

  /// Costly to make, safe to share, and never changed: learning to read and write a kind of message
  /// takes longer than all the messages of a short run.
  private static final CBORMapper MAPPER = mapper();

  private static CBORMapper mapper() {
    CBORFactory factory =
        CBORFactory.builder()
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(MAX_FRAME)
                    .maxDocumentLength(MAX_FRAME)
                    .build())
            .build();
    return CBORMapper.builder(factory)
        .addModule(wireTypes())
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
        .build();
  }

  private static SimpleModule wireTypes() {
    return new SimpleModule("wire")
        .addSerializer(Distribution.class, new DistributionWriter())
        .addDeserializer(Distribution.class, new DistributionReader())
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

  /// The message in one frame.
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

  /// Five numbers and then pairs of slot distance and count, all as variable-length integers.
  private static final class DistributionWriter extends ValueSerializer<Distribution> {
    @Override
    public void serialize(Distribution value, JsonGenerator out, SerializationContext context) {
      VarInts bytes = new VarInts(24 + 6 * value.usedSlots());
      bytes.put(value.usedSlots());
      bytes.put(value.sumNanos());
      bytes.put(value.maxNanos());
      bytes.put(value.clamped());
      int before = 0;
      for (int i = 0; i < value.usedSlots(); i++) {
        bytes.put(value.slotAt(i) - before);
        bytes.put(value.countAt(i));
        before = value.slotAt(i);
      }
      out.writeBinary(bytes.written());
    }
  }

  private static final class DistributionReader extends ValueDeserializer<Distribution> {
    @Override
    public Distribution deserialize(JsonParser in, DeserializationContext context) {
      byte[] binary = in.getBinaryValue();
      VarInts.Reader bytes = new VarInts.Reader(binary);
      int used = bytes.nextInt(binary.length);
      long sumNanos = bytes.next();
      long maxNanos = bytes.next();
      long clamped = bytes.next();
      int[] slots = new int[used];
      long[] counts = new long[used];
      int slot = 0;
      for (int i = 0; i < used; i++) {
        slot = Math.addExact(slot, bytes.nextInt(Integer.MAX_VALUE));
        slots[i] = slot;
        counts[i] = bytes.next();
      }
      bytes.expectEnd();
      return used == 0
          ? Distribution.EMPTY
          : new Distribution(slots, counts, sumNanos, maxNanos, clamped);
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

  /// Unsigned integers of seven bits a byte, lowest first.
  private static final class VarInts {
    private byte[] bytes;
    private int length;

    VarInts(int expected) {
      bytes = new byte[expected];
    }

    void put(long value) {
      if (length + 10 > bytes.length) {
        bytes = Arrays.copyOf(bytes, 2 * bytes.length + 10);
      }
      long left = value;
      while ((left & ~0x7FL) != 0) {
        bytes[length++] = (byte) (left | 0x80);
        left >>>= 7;
      }
      bytes[length++] = (byte) left;
    }

    byte[] written() {
      return Arrays.copyOf(bytes, length);
    }

    static final class Reader {
      private final byte[] bytes;
      private int at;

      Reader(byte[] bytes) {
        this.bytes = bytes;
      }

      long next() {
        long value = 0;
        for (int shift = 0; shift < 63; shift += 7) {
          if (at == bytes.length) {
            throw new IllegalArgumentException("a distribution is cut off");
          }
          byte piece = bytes[at++];
          value |= (piece & 0x7FL) << shift;
          if (piece >= 0) {
            return value;
          }
        }
        throw new IllegalArgumentException("a number in a distribution is too large");
      }

      int nextInt(int most) {
        long value = next();
        if (value > most) {
          throw new IllegalArgumentException("a number in a distribution is too large");
        }
        return (int) value;
      }

      void expectEnd() {
        if (at != bytes.length) {
          throw new IllegalArgumentException("a distribution is followed by something else");
        }
      }
    }
  }
}
