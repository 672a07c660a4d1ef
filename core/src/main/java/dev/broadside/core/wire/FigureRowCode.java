package dev.broadside.core.wire;

import dev.broadside.core.stat.FigureRow;
import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.work.Figure;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;

/// A record's figures as an array: values, totals and, where the record declares any, declarations.
/// A value's type tells what it is: a whole number an amount, a broken one a reading, an array
/// several readings, bytes a distribution, null unknown.
final class FigureRowCode {
  private FigureRowCode() {}

  static final class Writer extends ValueSerializer<FigureRow> {
    @Override
    public void serialize(FigureRow row, JsonGenerator out, SerializationContext context) {
      out.writeStartArray();
      out.writeStartArray();
      row.values().forEach(value -> write(value, out));
      out.writeEndArray();
      out.writeStartArray();
      row.cumulative().forEach(out::writeNumber);
      out.writeEndArray();
      if (!row.declared().isEmpty()) {
        context.writeValue(out, row.declared());
      }
      out.writeEndArray();
    }

    private static void write(FigureValue value, JsonGenerator out) {
      switch (value) {
        case FigureValue.Amount(long amount) -> out.writeNumber(amount);
        case FigureValue.Reading(double reading) -> write(reading, out);
        case FigureValue.Readings all -> {
          out.writeStartArray();
          out.writeNumber(all.count());
          write(all.sum(), out);
          write(all.worst(), out);
          write(all.last(), out);
          out.writeNumber(all.lastAt());
          out.writeEndArray();
        }
        case FigureValue.Values(var distribution) ->
            out.writeBinary(DistributionCode.encode(distribution));
        case FigureValue.Unknown() -> out.writeNull();
      }
    }

    private static void write(double number, JsonGenerator out) {
      float shorter = (float) number;
      if (shorter == number) {
        out.writeNumber(shorter);
      } else {
        out.writeNumber(number);
      }
    }

    @Override
    public boolean isEmpty(SerializationContext context, FigureRow row) {
      return row.isEmpty();
    }
  }

  static final class Reader extends ValueDeserializer<FigureRow> {
    @Override
    public FigureRow deserialize(JsonParser in, DeserializationContext context) {
      expect(in.currentToken() == JsonToken.START_ARRAY);
      List<FigureValue> values = new ArrayList<>();
      expect(in.nextToken() == JsonToken.START_ARRAY);
      while (in.nextToken() != JsonToken.END_ARRAY) {
        values.add(value(in));
      }
      List<Long> cumulative = new ArrayList<>();
      expect(in.nextToken() == JsonToken.START_ARRAY);
      while (in.nextToken() != JsonToken.END_ARRAY) {
        cumulative.add(in.getLongValue());
      }
      List<Figure> declared = List.of();
      if (in.nextToken() != JsonToken.END_ARRAY) {
        declared = List.of(context.readValue(in, Figure[].class));
        expect(in.nextToken() == JsonToken.END_ARRAY);
      }
      return new FigureRow(declared, values, cumulative);
    }

    private static FigureValue value(JsonParser in) {
      return switch (in.currentToken()) {
        case VALUE_NUMBER_INT -> new FigureValue.Amount(in.getLongValue());
        case VALUE_NUMBER_FLOAT -> new FigureValue.Reading(in.getDoubleValue());
        case VALUE_EMBEDDED_OBJECT ->
            new FigureValue.Values(DistributionCode.decode(in.getBinaryValue()));
        case START_ARRAY -> readings(in);
        case VALUE_NULL -> FigureValue.UNKNOWN;
        default -> throw new IllegalArgumentException("a figure has a value of no kind");
      };
    }

    private static FigureValue readings(JsonParser in) {
      in.nextToken();
      long count = in.getLongValue();
      in.nextToken();
      double sum = in.getDoubleValue();
      in.nextToken();
      double worst = in.getDoubleValue();
      in.nextToken();
      double last = in.getDoubleValue();
      in.nextToken();
      int lastAt = in.getIntValue();
      expect(in.nextToken() == JsonToken.END_ARRAY);
      return new FigureValue.Readings(count, sum, worst, last, lastAt);
    }

    private static void expect(boolean shape) {
      if (!shape) {
        throw new IllegalArgumentException("a record's figures have another shape");
      }
    }
  }
}
