package dev.gatehouse.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.io.IOException;

/** One connection of an attacker. Reads only when a subclass requests it. */
abstract class Attacker extends SimpleChannelInboundHandler<ByteBuf> {
  private static final int STATUS_FROM = 9;
  private static final int STATUS_TO = 12;

  private final StringBuilder begin = new StringBuilder();
  private Outcomes outcomes;
  private Channel channel;
  private boolean leaving;

  /** Sets the connection, which may not be open yet. */
  final void on(Channel created) {
    channel = created;
  }

  /** Begins the attack, because the connection is open. */
  final void begin(Outcomes counted) {
    outcomes = counted;
    connected();
  }

  final boolean begun() {
    return outcomes != null;
  }

  /** Sends the first bytes. */
  abstract void connected();

  /** Continues the attack. Called once a second. */
  void everySecond() {}

  /** Receives the status of the first reply. */
  void answered(int status) {}

  /** Returns the number of requests that the connection holds. */
  int held() {
    return 1;
  }

  final Channel channel() {
    return channel;
  }

  /** Closes the connection on the attacker's side. */
  final void leave() {
    leaving = true;
    channel.close();
  }

  /** Returns whether the attacker, and not the node, ends the connection. */
  final boolean leaving() {
    return leaving;
  }

  final void count(String outcome) {
    outcomes.add(outcome);
  }

  final void send(String text) {
    send(Unpooled.copiedBuffer(text, ISO_8859_1));
  }

  final void send(ByteBuf bytes) {
    channel.writeAndFlush(bytes);
  }

  final void readOnce() {
    channel.read();
  }

  final void readAll() {
    channel.config().setAutoRead(true);
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, ByteBuf bytes) {
    if (begin.length() < STATUS_TO) {
      begin.append(bytes.toString(ISO_8859_1), 0, Math.min(STATUS_TO, bytes.readableBytes()));
      if (begin.length() >= STATUS_TO) {
        String status = begin.substring(STATUS_FROM, STATUS_TO);
        count(status);
        answered(status.matches("[0-9]+") ? Integer.parseInt(status) : 0);
      }
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (!(cause instanceof IOException)) {
      // The attacker is defective. The row shows it among the replies.
      count(cause.toString());
    }
    context.close();
  }
}
