package dev.gatehouse.hostile;

import module java.base;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;

/**
 * Begins a TLS handshake and does not complete it. It resets the connection after the node's reply,
 * which has cost the node a signature, or sends a few bytes and waits.
 */
final class HalfHandshake extends Attacker {
  private static final int FIRST_BYTES = 5;

  private final boolean resets;

  HalfHandshake(boolean resets) {
    this.resets = resets;
  }

  @Override
  void connected() {
    ByteBuf hello = Unpooled.wrappedBuffer(hello());
    send(resets ? hello : hello.slice(0, FIRST_BYTES));
    readAll();
  }

  private static ByteBuffer hello() {
    try {
      SSLEngine engine = SSLContext.getDefault().createSSLEngine();
      engine.setUseClientMode(true);
      ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
      engine.wrap(ByteBuffer.allocate(0), hello);
      return hello.flip();
    } catch (GeneralSecurityException | SSLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, ByteBuf bytes) {
    if (resets && !leaving()) {
      count("hello");
      channel().config().setOption(ChannelOption.SO_LINGER, 0);
      leave();
    }
  }
}
