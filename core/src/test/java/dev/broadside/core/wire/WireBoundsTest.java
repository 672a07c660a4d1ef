package dev.broadside.core.wire;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.broadside.core.load.Bounds;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.stat.Told;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.JobDescription;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;
import tools.jackson.dataformat.cbor.CBORMapper;

/// Every list and text that comes over the wire has a bound: what is at it is read, what is beyond
/// it is refused as a whole.
final class WireBoundsTest {
  private static final CBORMapper CBOR = new CBORMapper();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final int LONGEST_ERROR = 4 * Failure.MAX_MESSAGE;

  private final Codec codec = new Codec();

  static Stream<Arguments> messages() {
    JsonNode record = sample("records").at("/records/0");
    JsonNode check = sample("report-verified").at("/status/verification/checks/0");
    JsonNode problem = sample("report-rejected").at("/status/problems/0");
    int name = Bounds.MAX_NAME;
    int text = Bounds.MAX_TEXT;
    return Stream.of(
        bound("records", "/records", times(small(record), Message.Records.MOST), small(record)),
        number("pack-request", "/offset", 0, -1),
        text("pack-request", "/sha256", 64),
        texts("hello", "/labels", name),
        text("hello", "/labels/rack", text),
        texts("hello", "/host", name),
        text("hello", "/agent", name),
        text("hello", "/instance", name),
        text("hello", "/version", name),
        text("progress", "/step", text),
        text("log-line", "/line", text),
        texts("report-forked", "/status/environment", Message.MOST_TEXTS),
        text("report-forked", "/status/environment/jvm", Message.LONGEST_TEXT),
        texts("report-prepared", "/status/facts/texts", Message.MOST_TEXTS),
        text("report-prepared", "/status/facts/texts/rows", Message.LONGEST_TEXT),
        bound(
            "report-verified",
            "/status/verification/checks",
            times(check, Message.MOST_TEXTS),
            check),
        text("report-verified", "/status/verification/checks/0/name", Message.LONGEST_TEXT),
        text("report-verified", "/status/verification/checks/0/detail", Message.LONGEST_TEXT),
        bound("report-rejected", "/status/problems", times(problem, name), problem),
        text("report-broken", "/status/reason", text),
        text("report-broken", "/status/lastWords", 4 * text),
        number("report-unclaimed", "/status/records", 0, -1),
        number("report-unclaimed", "/status/sinceEpochMillis", 0, -1));
  }

  static Stream<Arguments> records() {
    JsonNode tree = record();
    JsonNode error = tree.at("/told/errors/0");
    JsonNode operation = tree.at("/tally/operations/0");
    JsonNode observed = tree.at("/told/observed/0");
    return Stream.of(
        bound(
            "record",
            "/tally/operations",
            times(operation, JobDescription.MAX_OPERATIONS),
            operation),
        bound("record", "/told/errors", times(error, Told.MAX_ERRORS), error),
        bound("record", "/told/observed", times(observed, Told.MAX_OBSERVED), observed),
        text("record", "/told/errors/0/message", LONGEST_ERROR),
        text("record", "/told/errors/0/sqlState", LONGEST_ERROR),
        number("record", "/interval/index", 0, -1),
        number("record", "/interval/startNanos", 0, -1),
        number("record", "/interval/lengthNanos", 1, 0),
        number("record", "/interval/phase", 0, -1),
        number("record", "/interval/threads", 0, -1),
        number("record", "/total/inFlight", 0, -1));
  }

  @ParameterizedTest(name = "{0}{1}")
  @MethodSource("messages")
  void messageIsReadUpToItsBounds(String sample, String field, JsonNode most, JsonNode more) {
    byte[] atBound = frame(with(sample(sample), field, most));
    byte[] beyond = frame(with(sample(sample), field, more));

    assertFalse(beyond.length > Codec.MAX_FRAME, "another bound would refuse it");
    assertDoesNotThrow(() -> codec.decode(atBound));
    assertThrows(ProtocolException.class, () -> codec.decode(beyond));
  }

  @ParameterizedTest(name = "{0}{1}")
  @MethodSource("records")
  void recordIsReadUpToItsBounds(String sample, String field, JsonNode most, JsonNode more) {
    RecordKey key = WireSamples.record().key();
    SealedRecord atBound = WireSamples.sealed(key, cbor(with(record(), field, most)));
    SealedRecord beyond = WireSamples.sealed(key, cbor(with(record(), field, more)));

    assertDoesNotThrow(() -> codec.open(atBound));
    assertThrows(ProtocolException.class, () -> codec.open(beyond));
  }

  private static Arguments bound(String sample, String field, ArrayNode most, JsonNode one) {
    return Arguments.of(sample, field, most, most.deepCopy().add(one));
  }

  private static Arguments text(String sample, String field, int longest) {
    return Arguments.of(
        sample,
        field,
        StringNode.valueOf("a".repeat(longest)),
        StringNode.valueOf("a".repeat(longest + 1)));
  }

  private static Arguments texts(String sample, String field, int most) {
    return Arguments.of(sample, field, map(most), map(most + 1));
  }

  private static Arguments number(String sample, String field, long most, long more) {
    return Arguments.of(sample, field, LongNode.valueOf(most), LongNode.valueOf(more));
  }

  private static ArrayNode times(JsonNode one, int times) {
    ArrayNode array = NODES.arrayNode();
    IntStream.range(0, times).forEach(_ -> array.add(one));
    return array;
  }

  private static ObjectNode map(int size) {
    ObjectNode map = NODES.objectNode();
    IntStream.range(0, size).forEach(i -> map.put("key " + i, "value"));
    return map;
  }

  /// So many of them fit into a frame only where nothing is in them.
  private static JsonNode small(JsonNode record) {
    ObjectNode small = (ObjectNode) record.deepCopy();
    small.put("bytes", new byte[1]);
    ((ObjectNode) small.get("key")).put("runId", "r").put("agent", "a");
    return small;
  }

  private static ObjectNode sample(String name) {
    Message message = WireSamples.all().get(name);
    byte[] frame = new Codec().encode(message);
    return (ObjectNode) CBOR.readTree(frame, 1, frame.length - 1);
  }

  private static ObjectNode record() {
    return (ObjectNode) CBOR.readTree(WireSamples.inflated(new Codec().seal(WireSamples.record())));
  }

  private static byte[] cbor(ObjectNode tree) {
    return CBOR.writeValueAsBytes(tree);
  }

  private static ObjectNode with(ObjectNode tree, String field, JsonNode value) {
    JsonPointer pointer = JsonPointer.compile(field);
    ObjectNode parent = (ObjectNode) tree.at(pointer.head());
    parent.set(pointer.last().getMatchingProperty(), value);
    return tree;
  }

  private static byte[] frame(ObjectNode tree) {
    byte[] body = cbor(tree);
    byte[] frame = new byte[body.length + 1];
    frame[0] = Codec.VERSION;
    System.arraycopy(body, 0, frame, 1, body.length);
    return frame;
  }
}
