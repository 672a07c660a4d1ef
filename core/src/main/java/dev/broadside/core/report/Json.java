package dev.broadside.core.report;

import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Secret;
import dev.broadside.core.stat.Observed;
import dev.broadside.core.work.Observation;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.SerializableString;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.SerializedString;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/// JSON as people and scripts see it. Input is bounded. In output, secrets are redacted, and
/// invisible characters, which can control a terminal or deceive a reader, are escaped.
///
/// A field that is missing is an error, unless it is optional; unknown fields are skipped.
public final class Json {
  private static final int MAX_DEPTH = 32;

  /// One mapper for all, since it is safe to share, and learning a kind of document takes longer
  /// than reading most documents.
  private static final JsonMapper MAPPER = make();

  private Json() {}

  /// The shared mapper.
  public static JsonMapper mapper() {
    return MAPPER;
  }

  private static JsonMapper make() {
    JsonFactory factory =
        JsonFactory.builder()
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(1 << 20)
                    .build())
            .characterEscapes(new HiddenEscapes())
            .build();
    SimpleModule module =
        new SimpleModule("shown").addSerializer(Secret.class, new RedactedSecret());
    return JsonMapper.builder(factory)
        .addModule(module)
        .addMixIn(Observation.class, Observed.Written.class)
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .build();
  }

  private static final class HiddenEscapes extends CharacterEscapes {
    private static final long serialVersionUID = 1;

    private final int[] ascii = standardAsciiEscapesForJSON();

    HiddenEscapes() {
      ascii[0x7f] = ESCAPE_STANDARD;
    }

    @Override
    public int[] getEscapeCodesForAscii() {
      return ascii;
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int c) {
      return PlainText.hidden(c) ? new SerializedString(String.format("\\u%04x", c)) : null;
    }
  }

  private static final class RedactedSecret extends ValueSerializer<Secret> {
    @Override
    public void serialize(Secret value, JsonGenerator out, SerializationContext context) {
      out.writeString(value.toString());
    }
  }
}
