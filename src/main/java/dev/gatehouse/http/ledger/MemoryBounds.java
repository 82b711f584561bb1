package dev.gatehouse.http.ledger;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/**
 * Memory that the JVM may use.
 *
 * @param heap maximum bytes of the heap
 * @param direct maximum bytes of direct memory, which sockets read and write
 */
public record MemoryBounds(long heap, long direct) {
  private static final double USABLE = 0.8;

  public static MemoryBounds ofJvm() {
    long heap = Runtime.getRuntime().maxMemory();
    String direct =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
            .getVMOption("MaxDirectMemorySize")
            .getValue();
    // Without the option, the JVM allows as much direct memory as heap.
    return new MemoryBounds(heap, Long.parseLong(direct) == 0 ? heap : Long.parseLong(direct));
  }

  /** Returns the part that a plan may use. The rest is for garbage and fragmentation. */
  MemoryBounds usable() {
    return new MemoryBounds((long) (USABLE * heap), (long) (USABLE * direct));
  }
}
