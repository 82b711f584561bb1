package dev.gatehouse.bus;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.MessageCodec;

/**
 * The codec of the records on the bus: by reference on a node, JSON by field name between nodes.
 * Unknown fields are ignored and absent ones empty, so that two releases understand each other.
 */
final class Messages<T> implements MessageCodec<T, T> {
  private final Class<T> type;

  Messages(Class<T> type) {
    this.type = type;
  }

  /** Makes a bus understand the message records. Call it once for each Vertx. */
  static void register(EventBus bus) {
    bus.registerDefaultCodec(Call.class, new Messages<>(Call.class));
    bus.registerDefaultCodec(Answer.class, new Messages<>(Answer.class));
    bus.registerDefaultCodec(Failure.class, new Messages<>(Failure.class));
    bus.registerDefaultCodec(Event.class, new Messages<>(Event.class));
  }

  @Override
  public void encodeToWire(Buffer buffer, T message) {
    Buffer json = Json.encode(message);
    buffer.appendInt(json.length()).appendBuffer(json);
  }

  @Override
  public T decodeFromWire(int position, Buffer buffer) {
    int start = position + Integer.BYTES;
    return Json.decode(buffer.getBytes(start, start + buffer.getInt(position)), type);
  }

  @Override
  public T transform(T message) {
    return message;
  }

  @Override
  public String name() {
    return "gatehouse." + type.getSimpleName();
  }

  @Override
  public byte systemCodecID() {
    return -1;
  }
}
