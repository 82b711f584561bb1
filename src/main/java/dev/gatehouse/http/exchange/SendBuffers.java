package dev.gatehouse.http.exchange;

import module java.base;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;

/**
 * Sizes of the connections' send buffers in the kernel. Without a size, Linux adapts a buffer to
 * its client, up to 4 MB, and a long reply costs fewer system calls. A few hundred clients that do
 * not read would then exhaust the memory of all TCP connections, and the kernel would reset other
 * connections. Therefore only the first connections have an adaptive buffer. Safe for use by
 * several event loops.
 */
public final class SendBuffers {
  private static final int MAX_ADAPTIVE = 64;

  /** The adaptive buffers together can take at most a quarter of the TCP memory. */
  private static final int ADAPTIVE_SHARE = 4;

  /**
   * With this divisor, 1,000 limited buffers, which Linux doubles, take a third of the TCP memory.
   */
  private static final int LIMITED_SHARE = 6_000;

  private static final int MIN_BYTES = 65_536;
  private static final int MAX_BYTES = 262_144;
  private static final long PAGE_BYTES = 4_096;

  private final int maxAdaptive;
  private final int limitedBytes;
  private final AtomicInteger adaptive = new AtomicInteger();

  /**
   * @param maxAdaptive maximum number of connections with an adaptive buffer
   * @param limitedBytes size of all other buffers, which Linux doubles
   */
  public SendBuffers(int maxAdaptive, int limitedBytes) {
    this.maxAdaptive = maxAdaptive;
    this.limitedBytes = limitedBytes;
  }

  /** Returns the sizes for the TCP memory of this machine. */
  public static SendBuffers ofSystem() {
    long memory = number("/proc/sys/net/ipv4/tcp_mem", 1) * PAGE_BYTES;
    long largest = number("/proc/sys/net/ipv4/tcp_wmem", 2);
    if (memory == 0 || largest == 0) {
      return new SendBuffers(0, MAX_BYTES);
    }
    return new SendBuffers(
        (int) Math.min(MAX_ADAPTIVE, memory / ADAPTIVE_SHARE / largest),
        Math.clamp(memory / LIMITED_SHARE, MIN_BYTES, MAX_BYTES));
  }

  /** Sets the size of a new connection's buffer. */
  void assign(Channel channel) {
    if (adaptive.incrementAndGet() <= maxAdaptive) {
      channel.closeFuture().addListener(closed -> adaptive.decrementAndGet());
    } else {
      adaptive.decrementAndGet();
      channel.config().setOption(ChannelOption.SO_SNDBUF, limitedBytes);
    }
  }

  /** Returns a number of a kernel setting; 0 if the system has no such setting. */
  private static long number(String path, int index) {
    // Linux returns such a file to the first read only, so one read must be large enough.
    try (BufferedReader reader = Files.newBufferedReader(Path.of(path))) {
      return Long.parseLong(reader.readLine().strip().split("\\s+")[index]);
    } catch (IOException | RuntimeException absent) {
      return 0;
    }
  }
}
