package dev.broadside.client.run;

import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import tools.jackson.databind.json.JsonMapper;

/// The intervals of a run, each kept in a seventh of the memory that it would take as it is: a week
/// of seconds has six hundred thousand of them. Intervals are only ever added, and each is made
/// anew whenever it is asked for. Used by one thread at a time.
final class PackedIntervals extends AbstractList<IntervalDocument> {
  private final JsonMapper json = Json.mapper();
  private final Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
  private final Inflater inflater = new Inflater(true);
  private final List<byte[]> packed = new ArrayList<>();

  /// The first interval, in JSON: most of every other one is written in it already.
  private byte[] dictionary = new byte[0];

  @Override
  public boolean add(IntervalDocument interval) {
    byte[] plain = json.writeValueAsBytes(interval);
    if (packed.isEmpty()) {
      dictionary = plain;
    }
    return packed.add(pack(plain));
  }

  @Override
  public IntervalDocument get(int index) {
    return json.readValue(unpack(packed.get(index)), IntervalDocument.class);
  }

  @Override
  public int size() {
    return packed.size();
  }

  private byte[] pack(byte[] plain) {
    deflater.reset();
    deflater.setDictionary(dictionary);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new DeflaterOutputStream(bytes, deflater)) {
      out.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private byte[] unpack(byte[] bytes) {
    inflater.reset();
    inflater.setDictionary(dictionary);
    try (InputStream in = new InflaterInputStream(new ByteArrayInputStream(bytes), inflater)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
