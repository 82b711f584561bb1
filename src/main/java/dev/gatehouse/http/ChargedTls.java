package dev.gatehouse.http;

import module java.base;

import dev.gatehouse.http.exchange.ConnectionCharges;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.DelegatingSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.vertx.core.net.JdkSSLEngineOptions;
import io.vertx.core.spi.tls.DefaultSslContextFactory;
import io.vertx.core.spi.tls.SslContextFactory;

/** TLS of the JDK that charges each connection before its handshake. */
final class ChargedTls extends JdkSSLEngineOptions {
  private final ConnectionCharges charges;

  ChargedTls(ConnectionCharges charges) {
    this.charges = charges;
  }

  @Override
  public ChargedTls copy() {
    return new ChargedTls(charges);
  }

  @Override
  public SslContextFactory sslContextFactory() {
    return new DefaultSslContextFactory(SslProvider.JDK, false) {
      @Override
      public SslContext create() throws SSLException {
        return new Context(super.create(), charges);
      }
    };
  }

  private static final class Context extends DelegatingSslContext {
    private final ConnectionCharges charges;

    Context(SslContext context, ConnectionCharges charges) {
      super(context);
      this.charges = charges;
    }

    @Override
    protected SslHandler newHandler(ByteBufAllocator alloc, boolean startTls, Executor executor) {
      return new Handler(newEngine(alloc), executor, charges);
    }

    @Override
    protected SslHandler newHandler(
        ByteBufAllocator alloc, String host, int port, boolean startTls, Executor executor) {
      return new Handler(newEngine(alloc, host, port), executor, charges);
    }

    @Override
    protected void initEngine(SSLEngine engine) {
      // Vert.x configures the engine.
    }
  }

  private static final class Handler extends SslHandler {
    private final ConnectionCharges charges;

    Handler(SSLEngine engine, Executor executor, ConnectionCharges charges) {
      super(engine, executor);
      this.charges = charges;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) throws Exception {
      super.handlerAdded(context);
      if (!charges.beginHandshake(context.channel(), handshakeFuture())) {
        context.channel().close();
      }
    }
  }
}
