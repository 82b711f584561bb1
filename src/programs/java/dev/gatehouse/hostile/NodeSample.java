package dev.gatehouse.hostile;

import java.util.Map;
import java.util.TreeMap;

/**
 * Resources of a node at one moment.
 *
 * @param heap used bytes of the heap, including garbage
 * @param direct bytes of buffers outside the heap
 * @param files open file descriptors
 * @param sockets file descriptors that are sockets
 * @param gauges requests, streams and bodies in flight, by name
 */
record NodeSample(long heap, long direct, int files, int sockets, Map<String, Double> gauges)
    implements Comparable<NodeSample> {
  private static final String HEAP = "jvm_memory_used_bytes{area=\"heap\"";
  private static final String DIRECT = "jvm_buffer_memory_used_bytes{id=\"direct\"";
  private static final String GAUGES = "gatehouse_http_(in_flight|body_memory|held|ledger).*";

  /** Parses the reply of /metrics. */
  static NodeSample of(String metrics, int files, int sockets) {
    long heap = 0;
    long direct = 0;
    Map<String, Double> gauges = new TreeMap<>();
    for (String line : metrics.lines().filter(line -> !line.startsWith("#")).toList()) {
      int space = line.lastIndexOf(' ');
      double value = Double.parseDouble(line.substring(space + 1));
      String name = line.substring(0, space);
      if (line.startsWith(HEAP)) {
        heap += (long) value;
      } else if (line.startsWith(DIRECT)) {
        direct += (long) value;
      } else if (name.matches(GAUGES) && value != 0) {
        gauges.put(name.replaceAll("gatehouse_http_|in_flight|kind=|[{}\"]", ""), value);
      }
    }
    return new NodeSample(heap, direct, files, sockets, gauges);
  }

  /** Orders by what is still in flight, and then by the memory. */
  @Override
  public int compareTo(NodeSample other) {
    int order = Boolean.compare(!gauges.isEmpty(), !other.gauges.isEmpty());
    return order == 0 ? Long.compare(memory(), other.memory()) : order;
  }

  long memory() {
    return heap + direct;
  }
}
