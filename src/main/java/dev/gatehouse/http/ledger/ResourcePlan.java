package dev.gatehouse.http.ledger;

import module java.base;

import com.sun.management.HotSpotDiagnosticMXBean;
import dev.gatehouse.settings.Http;
import dev.gatehouse.settings.SettingsException;
import java.lang.management.ManagementFactory;

/**
 * Limits of all resources, so that the node fits into its memory even if clients hold everything at
 * once. A limit that the settings leave open has a default, which is lowered in proportion if the
 * memory is small. {@code src/docs/capacity.md} explains the costs.
 */
public final class ResourcePlan {
  private static final long KB = 1_024;
  private static final long MB = 1_024 * KB;

  /** Memory of a node without requests, including the caches and one arena for each event loop. */
  static final MemoryBounds BASE = new MemoryBounds(24 * MB, 24 * MB);

  /** Parts of connections: a connection has at most one of each, and its cost contains theirs. */
  private static final Set<Resource> OF_CONNECTIONS =
      EnumSet.of(Resource.FILES, Resource.HANDSHAKES);

  private static final int HANDSHAKE_PART = 4;

  private final Map<Resource, Long> totals = new EnumMap<>(Resource.class);
  private final Http settings;
  private final boolean tls;

  private ResourcePlan(Http settings) {
    this.settings = settings;
    this.tls = settings.tls();
  }

  /**
   * Plans the limits.
   *
   * @param jvm memory of the JVM
   * @throws SettingsException if the limits of the settings do not fit into the memory
   */
  public static ResourcePlan of(Http settings, MemoryBounds jvm) {
    var plan = new ResourcePlan(settings);
    plan.fit(jvm.usable());
    return plan;
  }

  /** Returns the limits of all resources. */
  public Map<Resource, Limit> limits() {
    Map<Resource, Limit> limits = new EnumMap<>(Resource.class);
    totals.forEach((resource, total) -> limits.put(resource, limit(resource, total)));
    long connections = totals.get(Resource.CONNECTIONS);
    OF_CONNECTIONS.forEach(resource -> limits.put(resource, limit(resource, connections)));
    return limits;
  }

  private Limit limit(Resource resource, long total) {
    return switch (resource) {
      case CONNECTIONS, FILES -> Limit.shared(total, settings.maxConnectionsPerAddress());
      case HANDSHAKES -> Limit.shared(total, Math.max(1, total / HANDSHAKE_PART));
      default -> Limit.of(total);
    };
  }

  /** Returns the memory that a node needs if clients hold everything at once. */
  public MemoryBounds worstCase() {
    long heap = BASE.heap();
    long direct = BASE.direct();
    for (Map.Entry<Resource, Long> each : totals.entrySet()) {
      heap += each.getValue() * heapOf(each.getKey());
      direct += each.getValue() * directOf(each.getKey());
    }
    return new MemoryBounds(heap, direct);
  }

  private void fit(MemoryBounds usable) {
    List<Resource> open = new ArrayList<>();
    List<String> set = new ArrayList<>();
    for (Resource resource : Resource.values()) {
      if (!OF_CONNECTIONS.contains(resource)) {
        long given = given(resource);
        totals.put(resource, given);
        if (given == 0) {
          open.add(resource);
        } else {
          set.add(key(resource));
        }
      }
    }
    MemoryBounds taken = worstCase();
    open.forEach(resource -> totals.put(resource, preferred(resource)));
    MemoryBounds all = worstCase();
    double part =
        Math.min(
            part(usable.heap(), taken.heap(), all.heap()),
            part(usable.direct(), taken.direct(), all.direct()));
    if (part <= 0) {
      throw new SettingsException(tooLarge(set, taken, usable));
    }
    open.forEach(
        resource -> totals.put(resource, Math.max(1, (long) (part * preferred(resource)))));
  }

  /** Returns the part of the open limits that fits: 1 for all, 0 or less for none. */
  private static double part(long usable, long taken, long all) {
    if (all <= usable) {
      return 1;
    }
    return all == taken ? 0 : (double) (usable - taken) / (all - taken);
  }

  private static String tooLarge(List<String> set, MemoryBounds taken, MemoryBounds usable) {
    return ("%s need %s, but only %s are usable, 80 %% of -Xmx and -XX:MaxDirectMemorySize;"
            + " lower these limits or raise the memory")
        .formatted(
            set.isEmpty() ? "the default limits" : String.join(", ", set),
            text(taken),
            text(usable));
  }

  private static String text(MemoryBounds bounds) {
    return bounds.heap() / MB + " MB of heap and " + bounds.direct() / MB + " MB of direct memory";
  }

  /** Returns the limit that the settings state; 0 if they leave it open. */
  private long given(Resource resource) {
    return switch (resource) {
      case CONNECTIONS, HANDSHAKES, FILES -> settings.maxConnections();
      case BODY_BYTES -> settings.maxBodyBytes().bytes();
      case REPLY_BYTES -> settings.maxReplyBytes().bytes();
      case UPLOADS -> settings.maxUploads();
      case STREAMS -> settings.maxStreams();
      case LISTENERS -> settings.maxListeners();
    };
  }

  private static String key(Resource resource) {
    return switch (resource) {
      case CONNECTIONS, HANDSHAKES, FILES -> "http.maxConnections";
      case BODY_BYTES -> "http.maxBodyBytes";
      case REPLY_BYTES -> "http.maxReplyBytes";
      case UPLOADS -> "http.maxUploads";
      case STREAMS -> "http.maxStreams";
      case LISTENERS -> "http.maxListeners";
    };
  }

  private long preferred(Resource resource) {
    return switch (resource) {
      case CONNECTIONS, HANDSHAKES, FILES -> tls ? 1_500 : 5_200;
      case BODY_BYTES -> 64 * MB;
      case REPLY_BYTES -> 40 * MB;
      case UPLOADS -> 16;
      case STREAMS -> 160;
      case LISTENERS -> 2_500;
    };
  }

  /** Returns the bytes of heap that one unit holds at most. */
  long heapOf(Resource resource) {
    return switch (resource) {
      case CONNECTIONS, HANDSHAKES, FILES -> tls ? 36 * KB : 3 * KB;
      case BODY_BYTES, REPLY_BYTES -> 1;
      case UPLOADS -> 512 * KB;
      case STREAMS -> 128 * KB;
      case LISTENERS -> 4 * KB;
    };
  }

  /** Returns the bytes of direct memory that one unit holds at most. */
  static long directOf(Resource resource) {
    return switch (resource) {
      // A reply of at most 4 KB is not charged if the connection has no other.
      case CONNECTIONS, HANDSHAKES, FILES -> 4 * KB;
      case REPLY_BYTES -> 1;
      case BODY_BYTES, UPLOADS, STREAMS, LISTENERS -> 0;
    };
  }

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
}
