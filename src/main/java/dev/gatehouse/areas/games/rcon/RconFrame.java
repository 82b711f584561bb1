package dev.gatehouse.areas.games.rcon;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;

/**
 * One frame of the protocol: length (excluding itself), id and type as little-endian 32-bit
 * integers, the payload, and two zero bytes.
 */
record RconFrame(int id, int type, Buffer payload) {
  static final int LOGIN = 3;
  static final int COMMAND = 2;
  static final int REPLY = 0;

  /** The id of the reply to a wrong password. */
  static final int REFUSED = -1;

  /** Bytes around the payload that are included in the length. */
  static final int FRAMING = 10;

  private static final int INT = 4;

  static RconFrame of(int id, int type, String text) {
    return new RconFrame(id, type, Buffer.buffer(text.getBytes(StandardCharsets.UTF_8)));
  }

  Buffer encoded() {
    return Buffer.buffer(INT + FRAMING + payload.length())
        .appendIntLE(FRAMING + payload.length())
        .appendIntLE(id)
        .appendIntLE(type)
        .appendBuffer(payload)
        .appendShort((short) 0);
  }

  /**
   * @param frame without its length
   */
  static RconFrame decoded(Buffer frame) {
    Buffer payload = frame.getBuffer(2 * INT, frame.length() - 2);
    return new RconFrame(frame.getIntLE(0), frame.getIntLE(INT), payload);
  }
}
