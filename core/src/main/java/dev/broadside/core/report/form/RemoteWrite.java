package dev.broadside.core.report.form;

import dev.broadside.core.report.form.OtlpRequest.Attribute;
import dev.broadside.core.report.form.OtlpRequest.Metric;
import dev.broadside.core.report.form.OtlpRequest.Point;
import dev.broadside.core.report.form.OtlpRequest.ResourceMetrics;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A request of OTLP as the `WriteRequest` of [Prometheus's remote write
/// 1.0](https://prometheus.io/docs/specs/prw/remote_write_spec/), a message of protocol buffers
/// that is not compressed yet.
///
/// A metric's name is that of OTLP, with `_total` behind a sum, and with `_` for each character
/// that Prometheus does not take: `broadside.latency.p99.9` becomes `broadside_latency_p99_9`.
/// Attributes become labels by the same rule, and those of the resource lose their `broadside.`:
/// `job_id`. Every series has the label `job` with the value `broadside`.
///
/// ```
/// WriteRequest { repeated TimeSeries timeseries = 1; }
/// TimeSeries   { repeated Label labels = 1; repeated Sample samples = 2; }
/// Label        { string name = 1; string value = 2; }
/// Sample       { double value = 1; int64 timestamp = 2; }      // in milliseconds
/// ```
public final class RemoteWrite {
  /// The stale marker: the bits of a NaN that ends a series.
  private static final long ENDED = 0x7ff0000000000002L;

  private static final long NANOS_IN_MILLI = 1_000_000;
  private static final int BYTES = 2;
  private static final int EIGHT_BYTES = 1;

  private RemoteWrite() {}

  public static byte[] bytes(OtlpRequest request) {
    return bytes(request, false);
  }

  /// Ends all series of a request, a millisecond after it.
  public static byte[] end(OtlpRequest newest) {
    return bytes(newest, true);
  }

  private static byte[] bytes(OtlpRequest request, boolean ended) {
    Message all = new Message();
    for (ResourceMetrics of : request.resourceMetrics()) {
      Map<String, String> resource = labels(of.resource().attributes());
      of.scopeMetrics().stream()
          .flatMap(scope -> scope.metrics().stream())
          .forEach(metric ->
              points(metric)
                  .forEach(point -> all.add(1, series(name(metric), resource, point, ended))));
    }
    return all.bytes();
  }

  private static List<Point> points(Metric metric) {
    return metric.sum().isPresent()
        ? metric.sum().get().dataPoints()
        : metric.gauge().orElseThrow().dataPoints();
  }

  private static String name(Metric metric) {
    return word(metric.name()) + (metric.sum().isPresent() ? "_total" : "");
  }

  private static String word(String id) {
    return id.replaceAll("[^A-Za-z0-9_]", "_");
  }

  private static Map<String, String> labels(List<Attribute> attributes) {
    Map<String, String> labels = new TreeMap<>();
    for (Attribute one : attributes) {
      switch (one.key()) {
        case "service.name" -> labels.put("job", one.value().stringValue());
        case "service.instance.id" -> {}
        default ->
            labels.put(
                word(one.key().replaceFirst("^broadside\\.", "")), one.value().stringValue());
      }
    }
    return labels;
  }

  private static Message series(
      String name, Map<String, String> resource, Point point, boolean ended) {
    Map<String, String> labels = new TreeMap<>(resource);
    labels.putAll(labels(point.attributes()));
    labels.put("__name__", name);
    Message series = new Message();
    labels.forEach((key, value) -> {
      // For Prometheus an empty label is a missing one.
      if (!value.isEmpty()) {
        series.add(1, new Message().add(1, key).add(2, value));
      }
    });
    long millis = Long.parseLong(point.timeUnixNano()) / NANOS_IN_MILLI;
    return series.add(
        2,
        ended
            ? new Message().fixed(1, ENDED).whole(2, millis + 1)
            : new Message().fixed(1, Double.doubleToRawLongBits(point.value())).whole(2, millis));
  }

  /// The [encoding](https://protobuf.dev/programming-guides/encoding/) of one message, as far as
  /// remote write needs it.
  private static final class Message {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Message add(int field, Message inner) {
      return add(field, inner.bytes());
    }

    Message add(int field, String text) {
      return add(field, text.getBytes(StandardCharsets.UTF_8));
    }

    private Message add(int field, byte[] bytes) {
      varint(((long) field << 3) | BYTES);
      varint(bytes.length);
      out.writeBytes(bytes);
      return this;
    }

    Message whole(int field, long number) {
      varint((long) field << 3);
      varint(number);
      return this;
    }

    Message fixed(int field, long bits) {
      varint(((long) field << 3) | EIGHT_BYTES);
      ByteBuffer eight = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      out.writeBytes(eight.putLong(bits).array());
      return this;
    }

    /// Seven bits at a time, the lowest first; the eighth bit says that more follow.
    private void varint(long number) {
      long left = number;
      for (; (left & ~0x7fL) != 0; left >>>= 7) {
        out.write((int) ((left & 0x7f) | 0x80));
      }
      out.write((int) left);
    }

    byte[] bytes() {
      return out.toByteArray();
    }
  }
}
