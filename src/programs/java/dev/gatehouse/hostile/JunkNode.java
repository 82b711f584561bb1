package dev.gatehouse.hostile;

import module java.base;

import dev.gatehouse.cluster.ClusterSettings;
import dev.gatehouse.cluster.ClusteredVertx;
import java.lang.management.ManagementFactory;

/**
 * A cluster member in a small process. For each line on its standard input it prints the peak of
 * its live heap since the last line, and the number of members.
 */
public final class JunkNode {
  private static final int SAMPLE_MILLIS = 150;
  private static final int SECRET = 2;

  private JunkNode() {}

  /**
   * @param arguments the ports of Hazelcast and of the event bus, then the secret of all nodes, or
   *     the files of the certificate, the key and the authority
   */
  public static void main(String... arguments) {
    var tls =
        arguments.length > SECRET + 1
            ? new ClusterSettings.Tls(arguments[2], arguments[3], arguments[4])
            : new ClusterSettings.Tls("", "", "");
    var listening =
        new ClusterSettings.Listening(
            "127.0.0.1", Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]));
    var settings =
        new ClusterSettings(true, "junk", listening, List.of(), tls, Duration.ofSeconds(3));
    ClusteredVertx node =
        ClusteredVertx.join(
            settings,
            List.of(arguments[SECRET]),
            List.of(),
            InstantSource.system(),
            new SecureRandom());
    var peak = new AtomicLong();
    var sampler = Executors.newSingleThreadScheduledExecutor();
    sampler.scheduleWithFixedDelay(() -> sample(peak), 0, SAMPLE_MILLIS, TimeUnit.MILLISECONDS);
    System.out.println("ready");
    try (var lines = new Scanner(System.in, StandardCharsets.UTF_8)) {
      while (lines.hasNextLine()) {
        lines.nextLine();
        sample(peak);
        System.out.println(peak.getAndSet(0) + " " + node.manager().getNodes().size());
      }
    }
    System.exit(0);
  }

  private static void sample(AtomicLong peak) {
    System.gc();
    long used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    peak.accumulateAndGet(used, Math::max);
  }
}
