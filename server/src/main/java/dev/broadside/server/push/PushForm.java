package dev.broadside.server.push;

import dev.broadside.core.report.form.OtlpRequest;
import dev.broadside.core.report.form.RemoteWrite;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.compression.Snappy;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/// A protocol by which metrics are pushed over HTTP.
enum PushForm {
  /// [OTLP over HTTP](https://opentelemetry.io/docs/specs/otlp/#otlphttp), in JSON.
  OTLP("otlp", Map.of("content-type", "application/json", "content-encoding", "gzip")) {
    @Override
    byte[] body(OtlpRequest request) {
      ByteArrayOutputStream packed = new ByteArrayOutputStream();
      try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
        out.write(request.json().getBytes(StandardCharsets.UTF_8));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return packed.toByteArray();
    }

    @Override
    Optional<byte[]> end(OtlpRequest newest) {
      return Optional.empty();
    }

    @Override
    boolean again(int status) {
      return status == 429 || (status >= 502 && status <= 504);
    }
  },
  /// [Prometheus's remote write 1.0](https://prometheus.io/docs/specs/prw/remote_write_spec/).
  REMOTE_WRITE(
      "remoteWrite",
      Map.of(
          "content-type",
          "application/x-protobuf",
          "content-encoding",
          "snappy",
          "x-prometheus-remote-write-version",
          "0.1.0")) {
    @Override
    byte[] body(OtlpRequest request) {
      return snappy(RemoteWrite.bytes(request));
    }

    @Override
    Optional<byte[]> end(OtlpRequest newest) {
      return Optional.of(snappy(RemoteWrite.end(newest)));
    }

    @Override
    boolean again(int status) {
      return status == 429 || status / 100 == 5;
    }
  };

  private final String field;
  private final Map<String, String> headers;

  PushForm(String field, Map<String, String> headers) {
    this.field = field;
    this.headers = headers;
  }

  /// Its name in files and lists.
  String field() {
    return field;
  }

  Map<String, String> headers() {
    return headers;
  }

  /// What is sent of a request.
  abstract byte[] body(OtlpRequest request);

  /// What is sent when a job has ended, after its newest request; empty if nothing is.
  abstract Optional<byte[]> end(OtlpRequest newest);

  /// Whether what was answered with a status of failure is to be sent again.
  abstract boolean again(int status);

  /// The block format: the whole length, and then tags. The library's table has offsets up to 32
  /// KiB, so it is given blocks of that size, each of which it begins with a length of its own.
  static byte[] snappy(byte[] plain) {
    ByteBuf out = Unpooled.buffer();
    length(plain.length, out);
    for (int from = 0; from < plain.length; from += Short.MAX_VALUE) {
      int size = Math.min(Short.MAX_VALUE, plain.length - from);
      ByteBuf block = Unpooled.buffer();
      new Snappy().encode(Unpooled.wrappedBuffer(plain, from, size), block, size);
      while (block.readByte() < 0) {
        // Not yet the last byte of that length.
      }
      out.writeBytes(block);
    }
    byte[] packed = new byte[out.readableBytes()];
    out.readBytes(packed);
    return packed;
  }

  private static void length(int length, ByteBuf out) {
    int left = length;
    for (; left >= 0x80; left >>>= 7) {
      out.writeByte((left & 0x7f) | 0x80);
    }
    out.writeByte(left);
  }
}
