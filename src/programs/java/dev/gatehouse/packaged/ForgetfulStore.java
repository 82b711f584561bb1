package dev.gatehouse.packaged;

import module java.base;

/** A store that loses acknowledged writes, which the checker must report. */
final class ForgetfulStore {
  private final ClusterScript cluster;
  private final Path data;
  private final Path copy;

  ForgetfulStore(ClusterScript cluster) {
    this.cluster = cluster;
    this.data = cluster.folder().resolve("store/data");
    this.copy = cluster.folder().resolve("store/copy");
  }

  /** Replaces the store's data by those of half the time before. */
  void run(Duration lasts) throws Exception {
    Fault.pass(lasts.dividedBy(2));
    cluster.signal("store", "STOP");
    copy(data, copy);
    cluster.signal("store", "CONT");
    Fault.pass(lasts.dividedBy(2));
    cluster.run("kill", "store");
    copy(copy, data);
    cluster.run("start", "store");
  }

  private static void copy(Path from, Path to) throws IOException {
    if (Files.exists(to)) {
      try (Stream<Path> old = Files.walk(to)) {
        List<Path> deepestFirst = old.sorted((a, b) -> b.compareTo(a)).toList();
        for (Path each : deepestFirst) {
          Files.delete(each);
        }
      }
    }
    try (Stream<Path> files = Files.walk(from)) {
      files.forEach(file -> copyOne(file, to.resolve(from.relativize(file).toString())));
    }
  }

  private static void copyOne(Path from, Path to) {
    try {
      Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
