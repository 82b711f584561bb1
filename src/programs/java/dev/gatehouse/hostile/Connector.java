package dev.gatehouse.hostile;

import module java.base;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;

/**
 * Opens attackers' connections. Their receive buffers are small, so that unread bytes remain with
 * the node.
 */
final class Connector {
  /** Bytes of one read. */
  static final int READ_BYTES = 512;

  private static final int RECEIVE_BUFFER = 4_096;
  private static final int CONNECT_MILLIS = 5_000;
  private static final int LARGEST_FRAME = 1 << 20;

  private final EventLoopGroup group;
  private final SslContext tls;
  private final SslContext multiplexed;

  /**
   * A connection to open.
   *
   * @param source address of the client
   * @param secure whether to use TLS
   * @param multiplexed whether to use HTTP/2, which needs TLS
   */
  record Target(URI node, String source, boolean secure, boolean multiplexed) {}

  Connector(EventLoopGroup group) throws SSLException {
    this.group = group;
    tls = client(null);
    multiplexed =
        client(
            new ApplicationProtocolConfig(
                Protocol.ALPN,
                SelectorFailureBehavior.NO_ADVERTISE,
                SelectedListenerFailureBehavior.ACCEPT,
                "h2"));
  }

  private static SslContext client(ApplicationProtocolConfig protocols) throws SSLException {
    return SslContextBuilder.forClient()
        .trustManager(InsecureTrustManagerFactory.INSTANCE)
        .applicationProtocolConfig(protocols)
        .build();
  }

  /**
   * Connects an attacker.
   *
   * @param opened called when the connection is open
   * @return completes when the connection is closed, or could not be opened
   */
  ChannelFuture connect(Target target, Attacker attacker, Consumer<Attacker> opened) {
    Channel channel =
        new Bootstrap()
            .group(group)
            .channel(NioSocketChannel.class)
            .option(ChannelOption.AUTO_READ, false)
            .option(ChannelOption.SO_RCVBUF, RECEIVE_BUFFER)
            .option(
                ChannelOption.RECVBUF_ALLOCATOR,
                new FixedRecvByteBufAllocator(READ_BYTES).maxMessagesPerRead(1))
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
            .handler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel created) {
                    prepare(created, target, attacker, opened);
                  }
                })
            .connect(
                new InetSocketAddress(target.node().getHost(), target.node().getPort()),
                new InetSocketAddress(target.source(), 0))
            .addListener(connected -> {
              if (connected.isSuccess() && !target.secure()) {
                opened.accept(attacker);
              }
            })
            .channel();
    return channel.closeFuture();
  }

  private void prepare(
      SocketChannel channel, Target target, Attacker attacker, Consumer<Attacker> opened) {
    attacker.on(channel);
    if (target.secure()) {
      SslContext context = target.multiplexed() ? multiplexed : tls;
      SslHandler handler = context.newHandler(channel.alloc());
      channel.pipeline().addLast(handler);
      handler
          .handshakeFuture()
          .addListener(done -> {
            if (done.isSuccess()) {
              opened.accept(attacker);
            } else {
              channel.close();
            }
          });
      if (target.multiplexed()) {
        channel.pipeline().addLast(new LengthFieldBasedFrameDecoder(LARGEST_FRAME, 0, 3, 6, 0));
      }
    }
    channel.pipeline().addLast(attacker);
  }
}
