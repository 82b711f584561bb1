package dev.gatehouse.cluster;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Checks the length before each message of an event-bus connection. Vert.x keeps all bytes of a
 * message in memory until the last one arrives, for any announced length.
 */
final class BusFrames extends ChannelInboundHandlerAdapter {
  /** More than the largest request body (16 MiB) with its metadata. */
  static final int MAX_BYTES = 24 << 20;

  /** Limit for all incomplete large messages together. */
  static final long MAX_TOTAL_BYTES = 48L << 20;

  private static final int SMALL = 65_536;
  private static final int HEAD = 4;

  private final AtomicLong total;
  private final Admissions.Admission admission;
  private int head;
  private int headBytes;
  private int body;
  private long counted;
  private boolean closed;

  /**
   * @param total bytes of the incomplete large messages of all connections
   */
  BusFrames(AtomicLong total, Admissions.Admission admission) {
    this.total = total;
    this.admission = admission;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (closed || !(message instanceof ByteBuf bytes)) {
      ReferenceCountUtil.release(message);
      return;
    }
    String problem = problem(bytes);
    if (problem.isEmpty()) {
      ctx.fireChannelRead(bytes);
      return;
    }
    closed = true;
    bytes.release();
    admission.reject(problem);
    ctx.close();
  }

  private String problem(ByteBuf bytes) {
    int at = bytes.readerIndex();
    while (at < bytes.writerIndex()) {
      if (body > 0) {
        int step = Math.min(body, bytes.writerIndex() - at);
        at += step;
        body -= step;
        if (body == 0) {
          release();
        }
        continue;
      }
      head = (head << 8) | (bytes.getByte(at++) & 0xff);
      if (++headBytes == HEAD) {
        String problem = begin();
        if (!problem.isEmpty()) {
          return problem;
        }
      }
    }
    return "";
  }

  private String begin() {
    headBytes = 0;
    body = head;
    if (body <= 0 || body > MAX_BYTES) {
      return "message of " + (body & 0xffffffffL) + " bytes, limit " + MAX_BYTES;
    }
    if (body > SMALL) {
      counted = body;
      if (total.addAndGet(counted) > MAX_TOTAL_BYTES) {
        return "incomplete messages of more than " + MAX_TOTAL_BYTES + " bytes";
      }
    }
    return "";
  }

  private void release() {
    total.addAndGet(-counted);
    counted = 0;
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    release();
  }
}
