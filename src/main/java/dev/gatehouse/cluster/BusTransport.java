package dev.gatehouse.cluster;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslHandler;
import io.vertx.core.impl.transports.NioTransport;
import io.vertx.core.impl.transports.TransportInternal;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.transport.Transport;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Transport that limits the connections of the event bus. The event bus creates its server itself;
 * the transport is the only place of Vert.x where that server can be configured.
 */
final class BusTransport extends NioTransport {
  private static final String TLS = "ssl";
  private static final String FRAMES = "frames";

  private final Admissions admissions = new Admissions("cluster.busPort");
  private final AtomicLong total = new AtomicLong();
  private final AtomicBoolean found = new AtomicBoolean();

  Admissions admissions() {
    return admissions;
  }

  Transport transport() {
    return new TransportInternal("nio", true, null, this);
  }

  /** The event bus starts the first server of a clustered Vert.x instance. */
  @Override
  public void configure(NetServerOptions options, boolean domain, ServerBootstrap bootstrap) {
    super.configure(options, domain, bootstrap);
    if (found.compareAndSet(false, true)) {
      bootstrap.handler(new Acceptor());
    }
  }

  /** Sees each accepted connection before Vert.x does. */
  @ChannelHandler.Sharable
  private final class Acceptor extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      if (message instanceof SocketChannel accepted) {
        accepted.pipeline().addFirst(new Guard(accepted));
      }
      ctx.fireChannelRead(message);
    }
  }

  /** Holds a connection's admission, and adds the check of messages after the first bytes. */
  private final class Guard extends ChannelInboundHandlerAdapter {
    private final Admissions.Admission admission;
    private boolean prepared;

    Guard(SocketChannel accepted) {
      admission =
          admissions.admit(accepted.remoteAddress().getAddress(), reason -> close(accepted));
    }

    /** Vert.x registers an accepted connection a moment later, and only then close() works. */
    private static void close(SocketChannel accepted) {
      if (accepted.isRegistered()) {
        accepted.close();
      } else {
        accepted.unsafe().closeForcibly();
      }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      if (!prepared) {
        prepared = true;
        prepare(ctx);
      }
      ctx.fireChannelRead(message);
    }

    private void prepare(ChannelHandlerContext ctx) {
      ctx.pipeline().addAfter(TLS, FRAMES, new BusFrames(total, admission));
      ctx.pipeline()
          .get(SslHandler.class)
          .handshakeFuture()
          .addListener(done -> {
            if (done.isSuccess()) {
              admission.prove();
            } else if (!admission.ended()) {
              admission.reject(TlsFailures.describe(done.cause()));
            }
          });
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
      admission.end();
      super.channelInactive(ctx);
    }
  }
}
