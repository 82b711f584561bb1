package dev.gatehouse.hostile;

import io.netty.channel.ChannelOption;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Sends a request up to a random byte, and then closes or resets the connection. */
final class AbortedRequest extends Attacker {
  private static final int LONGEST_MILLIS = 500;

  private final String request;
  private final Random random;

  AbortedRequest(String request, Random random) {
    this.request = request;
    this.random = random;
  }

  @Override
  void connected() {
    boolean whole = random.nextInt(3) == 0;
    send(whole ? request : request.substring(0, 1 + random.nextInt(request.length())));
    readOnce();
    if (random.nextBoolean()) {
      channel().config().setOption(ChannelOption.SO_LINGER, 0);
    }
    channel()
        .eventLoop()
        .schedule(() -> leave(), random.nextInt(LONGEST_MILLIS), TimeUnit.MILLISECONDS);
  }
}
