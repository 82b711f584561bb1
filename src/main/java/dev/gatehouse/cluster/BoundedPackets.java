package dev.gatehouse.cluster;

import com.hazelcast.internal.networking.HandlerStatus;
import com.hazelcast.internal.nio.Packet;
import com.hazelcast.internal.server.ServerConnection;
import com.hazelcast.internal.server.tcp.PacketDecoder;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Decoder of Hazelcast's packets that checks each head first. Hazelcast allocates the size that a
 * head claims before any of its bytes arrive.
 */
final class BoundedPackets extends PacketDecoder {
  static final int MAX_BYTES = 4 << 20;

  /** Version, flags, partition, size. */
  private static final int HEAD = 1 + 2 + 4 + 4;

  private static final int SIZE = 1 + 2 + 4;

  private final Admissions.Admission admission;
  private long payload;
  private boolean closed;

  BoundedPackets(
      ServerConnection connection, Consumer<Packet> dispatcher, Admissions.Admission admission) {
    super(connection, dispatcher);
    this.admission = admission;
  }

  @Override
  public HandlerStatus onRead() throws Exception {
    if (closed) {
      src.clear();
      return HandlerStatus.CLEAN;
    }
    String problem = problem();
    if (!problem.isEmpty()) {
      closed = true;
      src.clear();
      admission.reject(problem);
      return HandlerStatus.CLEAN;
    }
    return super.onRead();
  }

  /** Walks over the heads that the buffer contains; returns what is wrong with one, or nothing. */
  private String problem() {
    ByteBuffer bytes = src.duplicate().flip();
    int at = 0;
    while (true) {
      int step = (int) Math.min(payload, bytes.limit() - at);
      at += step;
      payload -= step;
      if (payload > 0 || bytes.limit() - at < HEAD) {
        return "";
      }
      if (bytes.get(at) != Packet.VERSION) {
        return "invalid packet version " + bytes.get(at);
      }
      int size = bytes.getInt(at + SIZE);
      if (size < 0 || size > MAX_BYTES) {
        return "packet of " + (size & 0xffffffffL) + " bytes, limit " + MAX_BYTES;
      }
      at += HEAD;
      payload = size;
    }
  }
}
