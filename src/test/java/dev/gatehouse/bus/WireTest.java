package dev.gatehouse.bus;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.Unchecked;
import dev.gatehouse.contract.ErrorCode;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The bytes between nodes. If a file of {@code bus/} no longer matches, a rolling restart fails.
 * Add optional fields instead of changing existing ones.
 */
class WireTest {
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String SPAN = "00f067aa0ba902b7";

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
    return Stream.of(
        Arguments.of("call", call()),
        Arguments.of(
            "call-of-head",
            empty(
                "media.getAudio",
                new Origin("0f3d", Wire.CALLER, "", "2001:db8:1:2::7", true, ""))),
        Arguments.of(
            "call-traced",
            empty(
                "media.getAudio",
                new Origin(TRACE, Wire.CALLER, "", "", false, "00-" + TRACE + "-" + SPAN + "-01"))),
        Arguments.of(
            "answer-json",
            new Answer(201, Map.of("Location", "/audio/a.wav"), file("answer-json.body"), null)),
        Arguments.of("answer-claim-check", Answer.stored(CLAIM)),
        Arguments.of(
            "failure-coded",
            ApiError.busy(ErrorCode.SERVICE_UNAVAILABLE, "try again", 5)
                .because("the database is away")),
        Arguments.of(
            "failure-unsettled-coded",
            ApiError.unknown("the worker was lost while it worked on this")),
        Arguments.of("failure-param", ApiError.of(ErrorCode.SLOT_TAKEN, "startTime", "taken")));
  }

  private static Call empty(String operation, Origin origin) {
    return new Call(operation, origin, Wire.DEADLINE, Map.of(), null, List.of());
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
    return Wire.call(parameters, body);
  }

  @ParameterizedTest
  @MethodSource("golden")
  void writesGoldenForm(String file, Object message) {
    Buffer body = message instanceof Answer answer ? answer.json() : null;
    assertEquals(Wire.framed(file(file), body), Wire.encoded(message));
  }

  @ParameterizedTest
  @MethodSource("golden")
  void readsItsOwnForm(String file, Object message) {
    assertEquals(message, Wire.decoded(Wire.encoded(message), message.getClass()));
  }

  /** A field without a file could be renamed, and only a rolling restart would fail. */
  @Test
  void coversEveryFieldInGoldenFiles() {
    String files =
        golden().map(row -> file((String) row.get()[0]).toString()).reduce("", (a, b) -> a + b);
    Stream.of(
            Call.class, Origin.class,
            Caller.class, Caller.Token.class,
            Upload.class, Answer.class,
            ClaimCheck.class, ApiError.class)
        .flatMap(type -> Stream.of(type.getRecordComponents()))
        .filter(field -> field.getAnnotation(JsonIgnore.class) == null)
        .filter(field -> field.getAccessor().getAnnotation(JsonIgnore.class) == null)
        .filter(field -> field.getAccessor().getAnnotation(JsonUnwrapped.class) == null)
        .forEach(field -> assertTrue(files.contains('"' + name(field) + "\":"), field.toString()));
  }

  private static String name(RecordComponent field) {
    JsonProperty named = field.getAccessor().getAnnotation(JsonProperty.class);
    return named == null || named.value().isEmpty() ? field.getName() : named.value();
  }

  /** Like {@code golden}, with fields that only a later release has. */
  @ParameterizedTest
  @MethodSource("golden")
  void ignoresFieldsOfLaterReleases(String file, Object message) {
    String later =
        file(file)
            .toString()
            .replaceFirst("\\{", "{\"newField\":{\"a\":[1,{}]},")
            .replace("\"origin\":{", "\"origin\":{\"newField\":1,")
            .replace("\"caller\":{", "\"caller\":{\"newField\":null,")
            .replace("\"claimCheck\":{", "\"claimCheck\":{\"newField\":[],")
            .replace("\"uploads\":[{", "\"uploads\":[{\"newField\":\"x\",");
    Buffer body = message instanceof Answer answer ? answer.json() : null;
    assertEquals(
        message, Wire.decoded(Wire.framed(Buffer.buffer(later), body), message.getClass()));
  }

  static Stream<Arguments> sparse() {
    Caller nobody = new Caller("192.0.2.1", false, Role.NOBODY, "", Caller.Token.NONE, Set.of());
    Upload upload = new Upload("b", 0, "", "", "");
    return Stream.of(
        Arguments.of(
            "{\"operation\":\"a.b\",\"origin\":{\"caller\":{\"address\":\"192.0.2.1\"}},\"uploads\":[{\"blob\":\"b\"}]}",
            new Call(
                "a.b", new Origin("", nobody, ""), Wire.DEADLINE, Map.of(), null, List.of(upload))),
        Arguments.of(
            "{\"operation\":\"a.b\"}",
            empty("a.b", new Origin("", Caller.anonymous("", false), ""))),
        Arguments.of("{\"status\":204}", new Answer(204, Map.of(), null, null)),
        Arguments.of(
            "{\"status\":200,\"claimCheck\":{\"blob\":\"b\"}}",
            Answer.stored(new ClaimCheck("", "b", 0, "", "", null, ""))),
        Arguments.of("{\"status\":404}", ApiError.of(ErrorCode.NOT_FOUND, "")));
  }

  static Stream<Arguments> uncoded() {
    return Stream.of(
        Arguments.of(
            "failure",
            ApiError.busy(ErrorCode.SERVICE_UNAVAILABLE, "try again", 5)
                .because("the database is away")),
        Arguments.of(
            "failure-unsettled", ApiError.unknown("the worker was lost while it worked on this")));
  }

  @ParameterizedTest
  @MethodSource("uncoded")
  void givesFailureOfEarlierReleaseTheCodeOfItsStatus(String file, ApiError failure) {
    assertEquals(failure, Wire.decoded(Wire.framed(file(file), null), ApiError.class));
  }

  @ParameterizedTest
  @CsvSource({
    "409, CONFLICT",
    "418, REQUEST_INVALID",
    "503, SERVICE_UNAVAILABLE",
    "511, INTERNAL_ERROR",
    "0, INTERNAL_ERROR",
  })
  void givesUnknownCodeTheCodeOfItsStatus(int status, ErrorCode code) {
    String later =
        JsonObject.of("status", status, "code", "of_a_later_release", "param", "a", "message", "no")
            .encode();
    assertEquals(
        ApiError.of(code, "a", "no"),
        Wire.decoded(Wire.framed(Buffer.buffer(later), null), ApiError.class));
  }

  @ParameterizedTest
  @MethodSource("sparse")
  void readsMissingFieldsAsEmpty(String json, Object expected) {
    assertEquals(
        expected, Wire.decoded(Wire.framed(Buffer.buffer(json), null), expected.getClass()));
  }

  private static Buffer file(String name) {
    return Unchecked.get(() ->
        Buffer.buffer(Files.readAllBytes(Path.of("src/test/resources/bus/" + name + ".json"))));
  }

  private static Map<String, Object> ordered(Object... pairs) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put((String) pairs[i], pairs[i + 1]);
    }
    return map;
  }
}
