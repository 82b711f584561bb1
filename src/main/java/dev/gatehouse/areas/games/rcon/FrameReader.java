package dev.gatehouse.areas.games.rcon;

import module java.base;

import io.vertx.core.buffer.Buffer;

/**
 * Assembles frames from received chunks of any size, and passes them to the waiting thread. Excess
 * or invalid data ends it.
 */
final class FrameReader {
  /** More than any server sends at once. The game's server splits at 4,096 bytes of payload. */
  private static final int MAX_FRAME = 64 * 1_024;

  /** Maximum bytes waiting to be read: twice the longest reply that is read. */
  private static final int MAX_WAITING = 2 << 20;

  private static final int INT = 4;

  private final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private Buffer pending = Buffer.buffer();
  private boolean over;

  /** A received frame, or the end. */
  private sealed interface Arrival {
    record Came(RconFrame frame, int length) implements Arrival {}

    record End(String why) implements Arrival {}
  }

  /** Accepts the next bytes. Called only on the socket's event loop, like {@link #end}. */
  void accept(Buffer bytes) {
    if (over) {
      return;
    }
    pending.appendBuffer(bytes);
    while (!over && pending.length() >= INT) {
      int length = pending.getIntLE(0);
      if (length < RconFrame.FRAMING || length > MAX_FRAME) {
        end("a frame of " + length + " bytes");
      } else if (waiting.get() > MAX_WAITING) {
        end("unexpected frames");
      } else if (pending.length() < INT + length) {
        return;
      } else {
        RconFrame frame = RconFrame.decoded(pending.getBuffer(INT, INT + length));
        waiting.addAndGet(length);
        arrivals.add(new Arrival.Came(frame, length));
        pending = pending.getBuffer(INT + length, pending.length());
      }
    }
  }

  /** Signals that no more bytes will arrive. */
  void end(String why) {
    if (!over) {
      over = true;
      pending = Buffer.buffer();
      arrivals.add(new Arrival.End(why));
    }
  }

  /**
   * Waits for the next frame. Blocks.
   *
   * @throws RconException SLOW if it does not arrive in time, BROKEN if no more frames can arrive
   */
  RconFrame next(long nanos) throws RconException {
    try {
      return switch (arrivals.poll(nanos, TimeUnit.NANOSECONDS)) {
        case null -> throw new RconException(RconException.Kind.SLOW, "no frame arrived in time");
        case Arrival.Came came -> {
          waiting.addAndGet(-came.length());
          yield came.frame();
        }
        case Arrival.End end -> {
          arrivals.add(end);
          throw new RconException(RconException.Kind.BROKEN, end.why());
        }
      };
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RconException(RconException.Kind.SLOW, "interrupted");
    }
  }
}
