package dev.gatehouse.areas.notifications.mail;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.NetSocket;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Observer of the connection that sends one email. The mail client does not report at which step a
 * connection ended. By RFC 5321, section 6.1, a server has no email before the line with the final
 * dot, and is responsible for it as soon as it answers that line with 2xx. Thread-safe.
 */
final class SmtpDialogue extends ChannelDuplexHandler {
  /** CR LF, dot, CR LF. */
  private static final long FINAL_DOT = 0x0D0A2E0D0AL;

  private static final long FIVE_BYTES = 0xFFFFFFFFFFL;

  private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.INCOMPLETE);
  private final Promise<Void> greeted = Promise.promise();
  private final Promise<Void> decided = Promise.promise();
  private final Promise<Void> closed = Promise.promise();
  private final AtomicReference<Channel> connection = new AtomicReference<>();
  // Both are used only on the connection's event loop.
  private long lastBytes;
  private boolean answered;

  private enum Stage {
    INCOMPLETE,
    /** The final dot is written, and the reply to it is not known. */
    TRANSMITTED,
    ACCEPTED,
    REJECTED,
    WITHDRAWN
  }

  /** Starts to observe a connection. */
  void observe(NetSocket socket) {
    ChannelHandlerContext client = ((NetSocketInternal) socket).channelHandlerContext();
    Channel channel = client.channel();
    // Before the client's handler and behind TLS, so that the bytes are plain.
    client.pipeline().addBefore(client.name(), "smtp", this);
    connection.set(channel);
    channel
        .closeFuture()
        .addListener(any -> {
          greeted.tryComplete();
          decided.tryComplete();
          closed.tryComplete();
        });
    if (stage.get() == Stage.WITHDRAWN) {
      channel.close();
    }
  }

  /** Closes the connection, if there is one. */
  void close() {
    Channel open = connection.get();
    if (open != null) {
      open.close();
    }
  }

  /** Completes when the connection has ended. */
  Future<Void> closed() {
    return closed.future();
  }

  /** Completes when the server has sent its greeting, or the connection has ended. */
  Future<Void> greeted() {
    return greeted.future();
  }

  /** Completes when the server has accepted the email, or the connection has ended. */
  Future<Void> decided() {
    return decided.future();
  }

  boolean isAccepted() {
    return stage.get() == Stage.ACCEPTED;
  }

  /**
   * Prevents the completion of the email. Returns true if the server certainly does not have it,
   * and false if it may have it.
   */
  boolean withdraw() {
    stage.compareAndSet(Stage.INCOMPLETE, Stage.WITHDRAWN);
    Stage last = stage.get();
    return last == Stage.WITHDRAWN || last == Stage.REJECTED;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    greeted.tryComplete();
    if (message instanceof ByteBuf reply
        && reply.isReadable()
        && stage.get() == Stage.TRANSMITTED
        && !answered) {
      answered = true;
      boolean accepted = reply.getByte(reply.readerIndex()) == '2';
      stage.set(accepted ? Stage.ACCEPTED : Stage.REJECTED);
      if (accepted) {
        decided.tryComplete();
      }
    }
    context.fireChannelRead(message);
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    greeted.tryComplete();
    if (message instanceof ByteBuf bytes && !isPermitted(bytes)) {
      ReferenceCountUtil.release(message);
      promise.setFailure(new IOException("the email was withdrawn"));
      return;
    }
    context.write(message, promise);
  }

  private boolean isPermitted(ByteBuf bytes) {
    int end =
        bytes.forEachByte(next -> {
          lastBytes = (lastBytes << Byte.SIZE | (next & 0xFF)) & FIVE_BYTES;
          return lastBytes != FINAL_DOT;
        });
    if (end >= 0) {
      stage.compareAndSet(Stage.INCOMPLETE, Stage.TRANSMITTED);
    }
    return stage.get() != Stage.WITHDRAWN;
  }
}
