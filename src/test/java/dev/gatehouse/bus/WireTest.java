package dev.gatehouse.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
  private static final Caller CALLER =
      new Caller(
          "2001:db8:1:2::", true, Role.VISITOR, "key-1", "jti-1", 1_790_000_000L, Set.of("audio"));

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
          1_048_576L,
          "audio/wav",
          "abc",
          Instant.parse("2026-11-21T08:00:00.250Z"),
          "söng.wav");

  static Stream<Arguments> golden() {
    Map<String, Object> parameters = ordered("filename", "söng.wav", "page", 2, "deep", true);
    Map<String, Object> body =
        ordered("text", "line\n\"quoted\"", "list", List.of(1, 2.5), "none", null);
    return Stream.of(
        Arguments.of(
            "call",
            new Call(
                "media.uploadAudio",
                "0f3c",
                1_790_000_123_456L,
                CALLER,
                "https://api.example.org",
                parameters,
                body,
                List.of(UPLOAD))),
        Arguments.of(
            "answer-json",
            new Answer(
                201,
                Map.of("Location", "/audio/a.wav"),
                Json.encode(
                    ordered("success", true, "price", new BigDecimal("0.10"), "at", Instant.EPOCH)),
                null)),
        Arguments.of("answer-claim-check", Answer.stored(CLAIM)),
        Arguments.of(
            "failure",
            new Failure(503, "try again", Map.of("Retry-After", "5"), "the database is away")),
        Arguments.of("event", new Event("media.blobsChanged", ordered("blob", "b1", "count", 3))));
  }

  @ParameterizedTest
  @MethodSource("golden")
  void isWrittenAsEverBefore(String file, Object message) throws IOException {
    assertEquals(new String(bytes(file), StandardCharsets.UTF_8), written(message));
  }

  @ParameterizedTest
  @MethodSource("golden")
  void isReadAsItWasWritten(String file, Object message) throws IOException {
    assertEquals(message, read(bytes(file), message.getClass()));
  }

  /** As {@code golden}, with fields that only a later release knows. */
  @ParameterizedTest
  @MethodSource("golden")
  void ofALaterReleaseIsReadToo(String file, Object message) throws IOException {
    String later =
        new String(bytes(file), StandardCharsets.UTF_8)
            .replaceFirst("\\{", "{\"newField\":{\"a\":[1,{}]},")
            .replace("\"caller\":{", "\"caller\":{\"newField\":null,")
            .replace("\"claimCheck\":{", "\"claimCheck\":{\"newField\":[],")
            .replace("\"uploads\":[{", "\"uploads\":[{\"newField\":\"x\",");
    assertEquals(message, read(later.getBytes(StandardCharsets.UTF_8), message.getClass()));
  }

  static Stream<Arguments> sparse() {
    Caller nobody = new Caller("192.0.2.1", false, Role.NOBODY, "", "", 0, Set.of());
    return Stream.of(
        Arguments.of(
            "{\"operation\":\"a.b\",\"caller\":{\"address\":\"192.0.2.1\"},\"uploads\":[{\"blob\":\"b\"}]}",
            new Call(
                "a.b", "", 0, nobody, "", Map.of(), null, List.of(new Upload("b", 0, "", "", "")))),
        Arguments.of("{\"status\":204}", new Answer(204, Map.of(), null, null)),
        Arguments.of(
            "{\"status\":200,\"claimCheck\":{\"blob\":\"b\"}}",
            Answer.stored(new ClaimCheck("", "b", 0, "", "", null, ""))),
        Arguments.of("{\"status\":404}", new Failure(404, "", Map.of(), "")),
        Arguments.of("{\"name\":\"a.b\"}", new Event("a.b", Map.of())));
  }

  @ParameterizedTest
  @MethodSource("sparse")
  void whatAnEarlierReleaseLeftOutIsEmpty(String json, Object expected) {
    assertEquals(expected, read(json.getBytes(StandardCharsets.UTF_8), expected.getClass()));
  }

  /** What an area reads from a body is the same whether the body came by reference or by wire. */
  @Test
  void numbersStayWhatTheyAreBetweenNodes() throws IOException {
    record Numbers(long id, BigInteger count, BigDecimal price, double ratio, long small) {}
    String sent =
        "{\"id\":9007199254740993,\"count\":123456789012345678901234567890,"
            + "\"price\":123456789.13,\"ratio\":0.1,\"small\":5}";
    Call call =
        new Call("a.b", "r", 0, CALLER, "", Map.of(), Json.parse(Buffer.buffer(sent)), List.of());
    Call received = (Call) read(written(call).getBytes(StandardCharsets.UTF_8), Call.class);
    var expected =
        new Numbers(
            9_007_199_254_740_993L,
            new BigInteger("123456789012345678901234567890"),
            new BigDecimal("123456789.13"),
            0.1,
            5);
    assertEquals(expected, call.body(Numbers.class));
    assertEquals(expected, received.body(Numbers.class));
    assertEquals(call.body(), received.body());
  }

  private static String written(Object message) {
    Buffer wire = Buffer.buffer("before");
    int start = wire.length();
    codec(message.getClass()).encodeToWire(wire, message);
    assertEquals(wire.length() - start - Integer.BYTES, wire.getInt(start));
    return wire.getString(start + Integer.BYTES, wire.length());
  }

  private static Object read(byte[] json, Class<?> type) {
    Buffer wire =
        Buffer.buffer("before").appendInt(json.length).appendBytes(json).appendString("after");
    return codec(type).decodeFromWire("before".length(), wire);
  }

  @SuppressWarnings("unchecked")
  private static Messages<Object> codec(Class<?> type) {
    return new Messages<>((Class<Object>) type);
  }

  private static byte[] bytes(String file) throws IOException {
    try (InputStream in = WireTest.class.getResourceAsStream("/bus/" + file + ".json")) {
      return in.readAllBytes();
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
