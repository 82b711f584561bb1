package dev.gatehouse.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import io.vertx.core.buffer.Buffer;

/** WireCodec as they go over a socket, and a call like any other. */
final class Wire {
  private static final String BEFORE = "before";

  /**
   * Transferred separately from the message, because the remaining time depends on the sending
   * time.
   */
  static final Deadline DEADLINE = Deadline.in(Duration.ofMinutes(1));

  static final Caller CALLER =
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

  private Wire() {}

  static Call call(Map<String, Object> parameters, Object body) {
    return new Call(
        "media.uploadAudio",
        new Origin("0f3c", CALLER, "https://api.example.org"),
        DEADLINE,
        parameters,
        body,
        List.of(UPLOAD));
  }

  /** Returns the encoded message from between unrelated bytes. */
  static Buffer encoded(Object message) {
    Buffer wire = Buffer.buffer(BEFORE);
    codec(message.getClass()).encodeToWire(wire, message);
    assertEquals(BEFORE, wire.getString(0, BEFORE.length()));
    return wire.getBuffer(BEFORE.length(), wire.length());
  }

  static Object decoded(Buffer frame, Class<?> type) {
    Buffer wire = Buffer.buffer(BEFORE).appendBuffer(frame).appendString("after");
    Object message = codec(type).decodeFromWire(BEFORE.length(), wire);
    return message instanceof Call call ? call.until(DEADLINE) : message;
  }

  static Buffer framed(Buffer json, Buffer body) {
    Buffer frame = Buffer.buffer().appendByte((byte) 1).appendInt(json.length()).appendBuffer(json);
    return body == null ? frame.appendInt(-1) : frame.appendInt(body.length()).appendBuffer(body);
  }

  @SuppressWarnings("unchecked")
  private static WireCodec<Object> codec(Class<?> type) {
    return new WireCodec<>((Class<Object>) type, type.getSimpleName());
  }
}
