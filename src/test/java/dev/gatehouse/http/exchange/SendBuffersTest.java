package dev.gatehouse.http.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Which connections keep the buffer that the system adapts. */
@EnabledOnOs(OS.LINUX)
class SendBuffersTest {
  private static final int BYTES = 20_000;
  private static final MultiThreadIoEventLoopGroup LOOPS =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());

  @AfterAll
  static void stop() {
    LOOPS.shutdownGracefully();
  }

  private static NioSocketChannel channel() {
    var channel = new NioSocketChannel();
    LOOPS.register(channel).syncUninterruptibly();
    return channel;
  }

  private static int size(NioSocketChannel channel) {
    return channel.config().getOption(ChannelOption.SO_SNDBUF);
  }

  @Test
  void limitsBuffersBeyondTheFirst() {
    var buffers = new SendBuffers(1, BYTES);
    NioSocketChannel first = channel();
    NioSocketChannel second = channel();
    int adaptive = size(first);
    buffers.assign(first);
    buffers.assign(second);
    assertEquals(adaptive, size(first));
    assertEquals(BYTES, size(second));
    first.close().syncUninterruptibly();
    second.close().syncUninterruptibly();
  }

  @Test
  void reusesPlaceOfClosedConnection() {
    var buffers = new SendBuffers(1, BYTES);
    NioSocketChannel first = channel();
    buffers.assign(first);
    first.close().syncUninterruptibly();
    NioSocketChannel second = channel();
    int adaptive = size(second);
    buffers.assign(second);
    assertEquals(adaptive, size(second));
    second.close().syncUninterruptibly();
  }

  @Test
  void adaptsFirstBufferOfThisMachine() {
    NioSocketChannel channel = channel();
    int adaptive = size(channel);
    SendBuffers.ofSystem().assign(channel);
    assertEquals(adaptive, size(channel));
    channel.close().syncUninterruptibly();
  }
}
