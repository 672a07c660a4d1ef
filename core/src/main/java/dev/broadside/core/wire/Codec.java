package dev.broadside.core.wire;

import com.fasterxml.jackson.annotation.JsonFormat;
import dev.broadside.core.param.Secret;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.Observed;
import dev.broadside.core.stat.OperationCounts;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.Observation;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.deser.ValueInstantiator;
import tools.jackson.databind.deser.ValueInstantiators;
import tools.jackson.databind.deser.std.StdValueInstantiator;
import tools.jackson.databind.introspect.AnnotatedConstructor;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.dataformat.cbor.CBORFactory;
import tools.jackson.dataformat.cbor.CBORMapper;

/// Messages and interval records as bytes, and back. The only class that knows the encoding and its
/// versions.
///
/// ```
/// a message         | version, 1 byte | CBOR            |
/// a sealed record   | version, 1 byte | CBOR, deflated  |
/// ```
///
/// A record consists mostly of the counts of its distributions ([DistributionBytes]), which are
/// mostly a few small numbers. So deflating leaves about 1.2 KB for 10,000 latencies. Only records
/// are deflated, and only once: messages contain them as they were sealed.
///
/// Unknown fields are skipped, so that a newer peer may add some; a missing field is an error.
/// Bytes that are not a frame of this version give a [ProtocolException] and nothing else, at a
/// cost bounded by [#MAX_FRAME], which a record does not exceed when inflated either. Safe for use
/// by several threads.
///
/// A frame of each message is kept as a test resource, so that no encoding changes unnoticed.
public final class Codec {
  /// The largest frame.
  public static final int MAX_FRAME = 1 << 20;

  /// The version of the encoding; frames of another one are refused. It is never 2, with which the
  /// frames of [LinkCodec] begin.
  public static final byte VERSION = 1;

  private static final int MAX_DEPTH = 32;

  /// The lowest level at which [Deflater#FILTERED] means anything; higher ones take several times
  /// as long and gain nothing.
  private static final int LEVEL = 4;

  private static final int CHUNK = 8 * 1024;

  /// Expensive to make, safe to share, and never changed: preparing to read and write a kind of
  /// message takes longer than all messages of a short run.
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
        .addMixIn(OperationCounts.class, Positional.class)
        .addMixIn(Figure.class, Positional.class)
        .addMixIn(Observation.class, Observed.Written.class)
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
        .addSerializer(Secret.class, new SecretWriter())
        .addDeserializer(Secret.class, new SecretReader());
  }

  /// A message as one frame.
  ///
  /// @throws IllegalArgumentException if it is larger than [#MAX_FRAME]: the sender must split it
  public byte[] encode(Message message) {
    return frame(message, cbor(message), MAX_FRAME);
  }

  public Message decode(byte[] frame) throws ProtocolException {
    checkHead(frame, MAX_FRAME);
    return read(frame, 1, Message.class);
  }

  /// Seals a record: encodes it, deflates it and adds the checksum.
  ///
  /// @throws IllegalArgumentException if it is larger than [SealedRecord#MAX_BYTES], or than
  ///   [#MAX_FRAME] before it is deflated
  public SealedRecord seal(IntervalRecord record) {
    byte[] frame = frame(record, deflated(cbor(record)), SealedRecord.MAX_BYTES);
    return SealedRecord.of(record.key(), frame);
  }

  /// Opens a sealed record, and checks that it is whole and is the one its key names.
  public IntervalRecord open(SealedRecord sealed) throws ProtocolException {
    if (!sealed.intact()) {
      throw new ProtocolException("the checksum of record " + sealed.key() + " is wrong");
    }
    checkHead(sealed.bytes(), SealedRecord.MAX_BYTES);
    IntervalRecord record = read(inflated(sealed.bytes()), 0, IntervalRecord.class);
    if (!record.key().equals(sealed.key())) {
      throw new ProtocolException("record " + sealed.key() + " says that it is " + record.key());
    }
    return record;
  }

  private static byte[] cbor(Object value) {
    byte[] plain = MAPPER.writeValueAsBytes(value);
    checkSize(value, plain.length, MAX_FRAME);
    return plain;
  }

  private static byte[] frame(Object value, byte[] body, int longest) {
    byte[] frame = new byte[1 + body.length];
    checkSize(value, frame.length, longest);
    frame[0] = VERSION;
    System.arraycopy(body, 0, frame, 1, body.length);
    return frame;
  }

  private static void checkSize(Object value, int bytes, int longest) {
    if (bytes > longest) {
      throw new IllegalArgumentException(
          value.getClass().getSimpleName() + " of " + bytes + " bytes is larger than " + longest);
    }
  }

  private static void checkHead(byte[] frame, int longest) throws ProtocolException {
    if (frame.length < 2 || frame.length > longest) {
      throw new ProtocolException("a frame of " + frame.length + " bytes is too short or too long");
    }
    if (frame[0] != VERSION) {
      throw new ProtocolException(
          "the frame's encoding is version "
              + frame[0]
              + ", and this side reads version "
              + VERSION);
    }
  }

  private static <T> T read(byte[] bytes, int from, Class<T> type) throws ProtocolException {
    try {
      T value = MAPPER.readValue(bytes, from, bytes.length - from, type);
      if (value == null) {
        throw new ProtocolException("the frame holds nothing");
      }
      return value;
    } catch (RuntimeException e) {
      // Not only the library's own exceptions: with hostile bytes it also throws
      // NullPointerException.
      throw new ProtocolException(
          "the frame is not a " + type.getSimpleName() + " of this version", e);
    }
  }

  private static byte[] deflated(byte[] plain) {
    Deflater deflater = new Deflater(LEVEL, true);
    // Counts are noise: short repetitions among them are accidental, and using them costs more than
    // it saves.
    deflater.setStrategy(Deflater.FILTERED);
    ByteArrayOutputStream deflated = new ByteArrayOutputStream(CHUNK);
    try (OutputStream out = new DeflaterOutputStream(deflated, deflater, CHUNK)) {
      out.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory does not fail", e);
    } finally {
      deflater.end();
    }
    return deflated.toByteArray();
  }

  /// Inflates what lies after the version. Hostile bytes could stand for gigabytes, so it stops at
  /// [#MAX_FRAME].
  private static byte[] inflated(byte[] frame) throws ProtocolException {
    Inflater inflater = new Inflater(true);
    InputStream deflated = new ByteArrayInputStream(frame, 1, frame.length - 1);
    try (InputStream in = new InflaterInputStream(deflated, inflater, CHUNK)) {
      byte[] plain = in.readNBytes(MAX_FRAME);
      if (in.read() >= 0) {
        throw new ProtocolException("a record is larger than " + MAX_FRAME + " bytes");
      }
      return plain;
    } catch (IOException e) {
      throw new ProtocolException("a record cannot be inflated", e);
    } finally {
      inflater.end();
    }
  }

  /// For types that a record has many of: reading the names of their fields would take longer than
  /// reading the fields.
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  private interface Positional {}

  private static final class DistributionWriter extends ValueSerializer<Distribution> {
    @Override
    public void serialize(Distribution value, JsonGenerator out, SerializationContext context) {
      DistributionBytes bytes = DistributionBytes.of(value);
      out.writeBinary(bytes.array(), 0, bytes.length());
    }
  }

  private static final class DistributionReader extends ValueDeserializer<Distribution> {
    @Override
    public Distribution deserialize(JsonParser in, DeserializationContext context) {
      return new DistributionBytes(in.getBinaryValue()).read();
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

  /// Makes Jackson create records by a call that is prepared once for each class. Jackson itself
  /// adapts the constructor's handle anew for each object, which took a tenth of the CPU of a
  /// server that took in the intervals of a thousand agents.
  private static final class RecordMakers extends ValueInstantiators.Base {
    @Override
    public ValueInstantiator modifyValueInstantiator(
        DeserializationConfig config, BeanDescription.Supplier bean, ValueInstantiator usual) {
      return usual instanceof StdValueInstantiator standard
              && usual.getWithArgsCreator() instanceof AnnotatedConstructor creator
              && creator.getDeclaringClass().isRecord()
          ? new Maker(standard, creator.getAnnotated())
          : usual;
    }

    private static final class Maker extends StdValueInstantiator {
      /// From an array of the components to the record.
      private final MethodHandle make;

      Maker(StdValueInstantiator usual, Constructor<?> constructor) {
        super(usual);
        try {
          constructor.setAccessible(true);
          make =
              MethodHandles.lookup()
                  .unreflectConstructor(constructor)
                  .asSpreader(Object[].class, constructor.getParameterCount())
                  .asType(MethodType.methodType(Object.class, Object[].class));
        } catch (IllegalAccessException e) {
          throw new IllegalStateException("a Java record cannot be created", e);
        }
      }

      @Override
      public Object createFromObjectWith(DeserializationContext context, Object[] components) {
        try {
          return (Object) make.invokeExact(components);
        } catch (Error e) {
          throw e;
        } catch (Throwable e) {
          return context.handleInstantiationProblem(
              getValueClass(), components, rewrapCtorProblem(context, e));
        }
      }
    }
  }
}
