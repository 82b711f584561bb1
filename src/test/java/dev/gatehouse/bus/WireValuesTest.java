package dev.gatehouse.bus;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Values of every kind and size, sent from one node to another. */
class WireValuesTest {
  @Test
  void preservesRandomValues() {
    for (long seed = 0; seed < 20_000; seed++) {
      var values = new RandomValues(seed);
      Call call = Wire.call(values.map(), values.value());
      assertEquals(call, Wire.decoded(Wire.encoded(call), Call.class), "seed " + seed);
    }
  }

  @Test
  void preservesAnswerBody() {
    var random = new Random(7);
    for (int size : new int[] {0, 1, 1_000, 3_000_000}) {
      byte[] body = new byte[size];
      random.nextBytes(body);
      Answer answer = new Answer(200, Map.of("a", "b"), Buffer.buffer(body), null);
      assertEquals(answer, Wire.decoded(Wire.encoded(answer), Answer.class));
    }
  }

  @Test
  void acceptsVeryLongText() {
    Call call = Wire.call(Map.of(), Map.of("text", "x".repeat(25_000_000)));
    assertEquals(call, Wire.decoded(Wire.encoded(call), Call.class));
  }

  static Stream<Object> unsendable() {
    Object loop = List.of(1);
    for (int i = 0; i < 20_000; i++) {
      loop = List.of(loop);
    }
    return Stream.of(
        "x".repeat(WireCodec.MAX_BYTES),
        new Object(),
        Map.of("ratio", Double.NaN),
        List.of(Double.POSITIVE_INFINITY),
        loop);
  }

  @ParameterizedTest
  @MethodSource("unsendable")
  void sendsFailureForUnencodableValue(Object value) {
    Buffer wire = Wire.encoded(Wire.call(Map.of(), value));
    assertTrue(wire.length() < 2_000, "nothing of it is sent");
    ApiError failure =
        assertThrows(ApiException.class, () -> Wire.decoded(wire, Call.class)).failure();
    assertEquals(500, failure.status());
    assertEquals("internal error", failure.message());
    assertFalse(failure.detail().isEmpty());
  }

  @Test
  void sendsFailureForOversizedAnswer() {
    Answer answer = new Answer(200, Map.of(), Buffer.buffer(new byte[WireCodec.MAX_BYTES]), null);
    ApiError failure =
        assertInstanceOf(ApiError.class, Wire.decoded(Wire.encoded(answer), Answer.class));
    assertEquals(500, failure.status());
    assertTrue(failure.detail().contains("exceed the maximum"), failure.detail());
  }

  /** An area reads the same body whether it was passed by reference or over the wire. */
  @Test
  void preservesExactNumbers() throws IOException {
    record Numbers(long id, BigInteger count, BigDecimal price, double ratio, long small) {}
    String sent =
        "{\"id\":9007199254740993,\"count\":123456789012345678901234567890,"
            + "\"price\":123456789.13,\"ratio\":0.1,\"small\":5}";
    Call call = Wire.call(Map.of(), Json.parse(Buffer.buffer(sent)));
    Call received = (Call) Wire.decoded(Wire.encoded(call), Call.class);
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
}
