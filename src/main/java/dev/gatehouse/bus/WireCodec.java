package dev.gatehouse.bus;

import dev.gatehouse.contract.ErrorCode;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.MessageCodec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Codec for the records on the bus. They are passed by reference within a node and as bytes between
 * nodes.
 *
 * <p>A message is a byte for its kind and two parts, each an int for the length and the bytes. The
 * first part is the record as JSON by field name. Unknown fields are ignored and absent ones are
 * empty, so that two releases are compatible. The second part is an answer's body (length -1 if
 * absent), which is encoded once and not parsed in transit.
 *
 * <p>Encoding never throws, because Vert.x does not catch exceptions there and other messages would
 * be delayed. A message that cannot be sent becomes a failure, which its receiver returns or gets
 * as the answer.
 *
 * @param <S> type of the sent record
 */
final class WireCodec<S> implements MessageCodec<S, Object> {
  /**
   * Maximum message size, because larger messages would block the bus. Bulk data use claim checks.
   */
  static final int MAX_BYTES = 32 << 20;

  private static final Logger LOG = LoggerFactory.getLogger(WireCodec.class);
  private static final byte RECORD = 1;
  private static final byte REFUSAL = 2;
  private static final int NONE = -1;

  private final Class<S> type;
  private final String name;

  /**
   * @param name of the codec on the wire, which every release must know; it outlives the class name
   */
  WireCodec(Class<S> type, String name) {
    this.type = type;
    this.name = "gatehouse." + name;
  }

  /** Registers the codecs of the message records. Call it once for each Vertx. */
  static void register(EventBus bus) {
    bus.registerDefaultCodec(Call.class, new WireCodec<>(Call.class, "Call"));
    bus.registerDefaultCodec(Answer.class, new WireCodec<>(Answer.class, "Answer"));
    bus.registerDefaultCodec(ApiError.class, new WireCodec<>(ApiError.class, "Failure"));
  }

  @Override
  public void encodeToWire(Buffer wire, S message) {
    try {
      Buffer json = Json.encode(message);
      Buffer body = message instanceof Answer answer ? answer.json() : null;
      long size = (long) json.length() + (body == null ? 0 : body.length());
      if (size > MAX_BYTES) {
        refuse(wire, size + " bytes exceed the maximum of a message");
      } else {
        append(wire, RECORD, json, body);
      }
    } catch (RuntimeException | StackOverflowError e) {
      refuse(wire, String.valueOf(e.getMessage()));
    }
  }

  private void refuse(Buffer wire, String reason) {
    LOG.error("{} cannot be sent to another node: {}", name(), reason);
    append(
        wire,
        REFUSAL,
        Json.encode(ApiError.of(ErrorCode.INTERNAL_ERROR, "internal error").because(reason)),
        null);
  }

  private static void append(Buffer wire, byte kind, Buffer json, Buffer body) {
    wire.appendByte(kind).appendInt(json.length()).appendBuffer(json);
    if (body == null) {
      wire.appendInt(NONE);
    } else {
      wire.appendInt(body.length()).appendBuffer(body);
    }
  }

  /**
   * Decodes a message.
   *
   * @return the record, or a {@link ApiError} in place of an answer that could not be sent
   * @throws ApiException in place of any other message that could not be sent
   */
  @Override
  public Object decodeFromWire(int position, Buffer wire) {
    byte kind = wire.getByte(position);
    byte[] json = part(wire, position + 1);
    if (kind == REFUSAL) {
      ApiError failure = Json.decode(json, ApiError.class);
      if (type == Answer.class) {
        return failure;
      }
      throw failure.exception();
    }
    S message = Json.decode(json, type);
    byte[] body = part(wire, position + 1 + Integer.BYTES + json.length);
    if (body != null && message instanceof Answer answer) {
      return answer.with(Buffer.buffer(body));
    }
    return message;
  }

  private static byte[] part(Buffer wire, int start) {
    int length = wire.getInt(start);
    if (length == NONE) {
      return null;
    }
    return wire.getBytes(start + Integer.BYTES, start + Integer.BYTES + length);
  }

  @Override
  public Object transform(S message) {
    return message;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public byte systemCodecID() {
    return -1;
  }
}
