package dev.gatehouse.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;

/** Connection that sends one request at a time, and remains open. */
final class KeptConnection extends Attacker {
  private static final String LENGTH = "content-length:";
  private static final String END_OF_HEAD = "\r\n\r\n";
  private static final int STATUS_FROM = 9;
  private static final int STATUS_TO = 12;

  private final String request;
  private final StringBuilder reply = new StringBuilder();
  private volatile boolean open;
  private volatile boolean answered;
  private volatile int status;
  private long begin;
  private volatile long nanos;

  KeptConnection(String path) {
    this.request = AttackTargets.get(path);
  }

  @Override
  void connected() {
    open = true;
    readAll();
    channel()
        .closeFuture()
        .addListener(closed -> {
          open = false;
          if (!answered) {
            end(0);
          }
        });
  }

  /** Sends the request. A closed connection counts as status 0. */
  void ask() {
    status = 0;
    begin = System.nanoTime();
    answered = !open;
    reply.setLength(0);
    if (open) {
      send(request);
    }
  }

  boolean isOpen() {
    return open;
  }

  boolean isAnswered() {
    return answered;
  }

  int status() {
    return status;
  }

  long nanos() {
    return nanos;
  }

  private void end(int outcome) {
    status = outcome;
    nanos = System.nanoTime() - begin;
    answered = true;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, ByteBuf bytes) {
    reply.append(bytes.toString(ISO_8859_1));
    int head = reply.indexOf(END_OF_HEAD);
    if (head >= 0 && reply.length() >= head + END_OF_HEAD.length() + length(head)) {
      end(Integer.parseInt(reply.substring(STATUS_FROM, STATUS_TO)));
    }
  }

  /** Returns the length of the reply's body. */
  private int length(int head) {
    return reply
        .substring(0, head)
        .lines()
        .filter(line -> line.regionMatches(true, 0, LENGTH, 0, LENGTH.length()))
        .mapToInt(line -> Integer.parseInt(line.substring(LENGTH.length()).strip()))
        .findFirst()
        .orElse(0);
  }
}
