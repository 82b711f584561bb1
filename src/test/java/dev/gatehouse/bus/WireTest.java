package dev.gatehouse.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The bytes between nodes. A file of {@code bus/} that no longer fits means that a rolling restart
 * fails: add optional fields instead of changing what is there.
 */
class WireTest {
  private static final String BEFORE = "before";

  /** Is told beside the message: the time that is left depends on when it is sent. */
  private static final Deadline DEADLINE = Deadline.in(Duration.ofMinutes(1));

  private static final Caller CALLER =
      new Caller(
          "2001:db8:1:2::",
          true,
          Role.VISITOR,
          "key-1",
          new Caller.Token("jti-1", 1_790_000_000L),
          Set.of("audio"));

  private static final Upload UPLOAD =
      new Upload(
          "b1",
          44L,
          "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
          "a.wav",
          "audio/wav");

  private static final ClaimCheck CLAIM =
      new ClaimCheck(
          "wav",
          "b1",
          new ClaimCheck.Content(1_048_576L, "audio/wav"),
          new ClaimCheck.Version("abc", Instant.parse("2026-11-21T08:00:00.250Z")),
          "söng.wav");

  static Stream<Arguments> golden() {
    return Stream.of(
        Arguments.of("call", call()),
        Arguments.of(
            "answer-json",
            new Answer(201, Map.of("Location", "/audio/a.wav"), file("answer-json.body"), null)),
        Arguments.of("answer-claim-check", Answer.stored(CLAIM)),
        Arguments.of(
            "failure",
            new Failure(503, "try again", Map.of("Retry-After", "5"), "the database is away")),
        Arguments.of("event", new Event("media.blobsChanged", ordered("blob", "b1", "count", 3))),
        Arguments.of(
            "hosting",
            new Event(
                "gatehouse.hosting", ordered("node", "n-1", "areas", List.of("media", "site")))));
  }

  private static Call call() {
    Map<String, Object> parameters =
        ordered(
            "filename",
            "söng.wav",
            "page",
            2L,
            "deep",
            true,
            "from",
            Instant.parse("2026-11-21T08:00:00.000000001Z"));
    Map<String, Object> body =
        ordered(
            "text",
            "line\n\"quoted\"",
            "list",
            List.of(1, 2.5, 4_294_967_296L),
            "price",
            new BigDecimal("0.10"),
            "huge",
            new BigInteger("123456789012345678901234567890"),
            "$ref",
            "a field of the client",
            "none",
            null);
    return call(parameters, body);
  }

  private static Call call(Map<String, Object> parameters, Object body) {
    return new Call(
        "media.uploadAudio",
        new Origin("0f3c", CALLER, "https://api.example.org"),
        DEADLINE,
        parameters,
        body,
        List.of(UPLOAD));
  }

  @ParameterizedTest
  @MethodSource("golden")
  void isWrittenAsEverBefore(String file, Object message) {
    Buffer body = message instanceof Answer answer ? answer.json() : null;
    assertEquals(framed(file(file), body), encoded(message));
  }

  @ParameterizedTest
  @MethodSource("golden")
  void isReadAsItWasWritten(String file, Object message) {
    assertEquals(message, decoded(encoded(message), message.getClass()));
  }

  /** As {@code golden}, with fields that only a later release knows. */
  @ParameterizedTest
  @MethodSource("golden")
  void ofALaterReleaseIsReadToo(String file, Object message) {
    String later =
        file(file)
            .toString()
            .replaceFirst("\\{", "{\"newField\":{\"a\":[1,{}]},")
            .replace("\"origin\":{", "\"origin\":{\"newField\":1,")
            .replace("\"caller\":{", "\"caller\":{\"newField\":null,")
            .replace("\"claimCheck\":{", "\"claimCheck\":{\"newField\":[],")
            .replace("\"uploads\":[{", "\"uploads\":[{\"newField\":\"x\",");
    Buffer body = message instanceof Answer answer ? answer.json() : null;
    assertEquals(message, decoded(framed(Buffer.buffer(later), body), message.getClass()));
  }

  static Stream<Arguments> sparse() {
    Caller nobody = new Caller("192.0.2.1", false, Role.NOBODY, "", Caller.Token.NONE, Set.of());
    Upload upload = new Upload("b", 0, "", "", "");
    return Stream.of(
        Arguments.of(
            "{\"operation\":\"a.b\",\"origin\":{\"caller\":{\"address\":\"192.0.2.1\"}},\"uploads\":[{\"blob\":\"b\"}]}",
            new Call("a.b", new Origin("", nobody, ""), DEADLINE, Map.of(), null, List.of(upload))),
        Arguments.of(
            "{\"operation\":\"a.b\"}",
            new Call(
                "a.b",
                new Origin("", Caller.nobody("", false), ""),
                DEADLINE,
                Map.of(),
                null,
                List.of())),
        Arguments.of("{\"status\":204}", new Answer(204, Map.of(), null, null)),
        Arguments.of(
            "{\"status\":200,\"claimCheck\":{\"blob\":\"b\"}}",
            Answer.stored(
                new ClaimCheck(
                    "", "b", new ClaimCheck.Content(0, ""), ClaimCheck.Version.NONE, ""))),
        Arguments.of("{\"status\":404}", new Failure(404, "", Map.of(), "")),
        Arguments.of("{\"name\":\"a.b\"}", new Event("a.b", Map.of())));
  }

  @ParameterizedTest
  @MethodSource("sparse")
  void whatAnEarlierReleaseLeftOutIsEmpty(String json, Object expected) {
    assertEquals(expected, decoded(framed(Buffer.buffer(json), null), expected.getClass()));
  }

  @Test
  void valuesArriveAsWhatTheyWere() {
    for (long seed = 0; seed < 20_000; seed++) {
      var values = new RandomValues(seed);
      Call call = call(values.map(), values.value());
      assertEquals(call, decoded(encoded(call), Call.class), "seed " + seed);
      Event event = new Event("a.b", values.map());
      assertEquals(event, decoded(encoded(event), Event.class), "seed " + seed);
    }
  }

  @Test
  void anAnswersBodyTravelsByteByByte() {
    var random = new Random(7);
    for (int size : new int[] {0, 1, 1_000, 3_000_000}) {
      byte[] body = new byte[size];
      random.nextBytes(body);
      Answer answer = new Answer(200, Map.of("a", "b"), Buffer.buffer(body), null);
      assertEquals(answer, decoded(encoded(answer), Answer.class));
    }
  }

  @Test
  void aTextMayBeAsLongAsAMessage() {
    Call call = call(Map.of(), Map.of("text", "x".repeat(25_000_000)));
    assertEquals(call, decoded(encoded(call), Call.class));
  }

  static Stream<Object> unsendable() {
    Object loop = List.of(1);
    for (int i = 0; i < 20_000; i++) {
      loop = List.of(loop);
    }
    return Stream.of(
        "x".repeat(Messages.MAX_BYTES),
        new Object(),
        Map.of("ratio", Double.NaN),
        List.of(Double.POSITIVE_INFINITY),
        loop);
  }

  @ParameterizedTest
  @MethodSource("unsendable")
  void whatCannotBeSentIsRefusedInItsPlace(Object value) {
    Buffer wire = encoded(call(Map.of(), value));
    assertTrue(wire.length() < 2_000, "nothing of it is sent");
    Failure failure =
        assertThrows(FailureException.class, () -> decoded(wire, Call.class)).failure();
    assertEquals(500, failure.status());
    assertEquals("internal error", failure.message());
    assertFalse(failure.detail().isEmpty());
  }

  @Test
  void anAnswerThatIsTooLargeArrivesAsAFailure() {
    Answer answer = new Answer(200, Map.of(), Buffer.buffer(new byte[Messages.MAX_BYTES]), null);
    Failure failure = assertInstanceOf(Failure.class, decoded(encoded(answer), Answer.class));
    assertEquals(500, failure.status());
    assertTrue(failure.detail().contains("too many"), failure.detail());
  }

  /** What an area reads from a body is the same whether the body came by reference or by wire. */
  @Test
  void numbersStayWhatTheyAreBetweenNodes() throws IOException {
    record Numbers(long id, BigInteger count, BigDecimal price, double ratio, long small) {}
    String sent =
        "{\"id\":9007199254740993,\"count\":123456789012345678901234567890,"
            + "\"price\":123456789.13,\"ratio\":0.1,\"small\":5}";
    Call call = call(Map.of(), Json.parse(Buffer.buffer(sent)));
    Call received = (Call) decoded(encoded(call), Call.class);
    assertEquals(
        new Numbers(
            9_007_199_254_740_993L,
            new BigInteger("123456789012345678901234567890"),
            new BigDecimal("123456789.13"),
            0.1,
            5),
        received.body(Numbers.class));
    assertEquals(call.body(), received.body());
  }

  /** The bytes between those that belong to others. */
  private static Buffer encoded(Object message) {
    Buffer wire = Buffer.buffer(BEFORE);
    codec(message.getClass()).encodeToWire(wire, message);
    assertEquals(BEFORE, wire.getString(0, BEFORE.length()));
    return wire.getBuffer(BEFORE.length(), wire.length());
  }

  private static Object decoded(Buffer frame, Class<?> type) {
    Buffer wire = Buffer.buffer(BEFORE).appendBuffer(frame).appendString("after");
    Object message = codec(type).decodeFromWire(BEFORE.length(), wire);
    return message instanceof Call call ? call.until(DEADLINE) : message;
  }

  private static Buffer framed(Buffer json, Buffer body) {
    Buffer frame = Buffer.buffer().appendByte((byte) 1).appendInt(json.length()).appendBuffer(json);
    return body == null ? frame.appendInt(-1) : frame.appendInt(body.length()).appendBuffer(body);
  }

  @SuppressWarnings("unchecked")
  private static Messages<Object> codec(Class<?> type) {
    return new Messages<>((Class<Object>) type);
  }

  private static Buffer file(String name) {
    try (InputStream in = WireTest.class.getResourceAsStream("/bus/" + name + ".json")) {
      return Buffer.buffer(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, Object> ordered(Object... pairs) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put((String) pairs[i], pairs[i + 1]);
    }
    return map;
  }
}
