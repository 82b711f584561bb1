package dev.gatehouse.hostile;

/** Maximums of a node's resources during an attack. */
final class Peaks {
  private long heap;
  private long direct;
  private int files;

  void add(NodeSample sample) {
    heap = Math.max(heap, sample.heap());
    direct = Math.max(direct, sample.direct());
    files = Math.max(files, sample.files());
  }

  long heap() {
    return heap;
  }

  long direct() {
    return direct;
  }

  int files() {
    return files;
  }
}
