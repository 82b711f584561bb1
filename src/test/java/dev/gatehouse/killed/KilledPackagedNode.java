package dev.gatehouse.killed;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.packaged.PackagedNode;

/** A packaged node without limits of requests, which starts only the areas that are checked. */
final class KilledPackagedNode implements Target, AutoCloseable {
  private static final String KEY = "owners-key-0123456789";
  private static final Duration AGED = Duration.ofHours(30);

  private final Path data;
  private final PackagedNode node;
  private volatile Client client;

  KilledPackagedNode(Path data) {
    this.data = data;
    node =
        new PackagedNode(data)
            .with("ACCESS_API_KEY", KEY)
            .with("LIMITS_DEFAULT_PER_MINUTE", "0")
            .with("LIMITS_OPERATOR_PER_MINUTE", "0");
  }

  @Override
  public void start() {
    node.start("--verticles", "http,access,media,trading");
    client = node.client();
  }

  @Override
  public void kill() {
    node.kill();
  }

  /** Deletes permanently what nothing refers to, as if the node had been down for a day. */
  void clear() throws IOException {
    node.kill();
    for (Path blob : files("blobs")) {
      Files.setLastModifiedTime(blob, FileTime.from(Instant.now().minus(AGED)));
    }
    // The commands use the area of the node that lists the blobs of every area.
    node.start();
    client = node.client();
    node.clear();
  }

  Client.Reply get(String path) {
    return client.get(path);
  }

  Client.Request owner(String method, String path) {
    return client.request(method, path).key(KEY);
  }

  /** Returns the files in a folder of the node's data. */
  List<Path> files(String folder) throws IOException {
    try (Stream<Path> all = Files.walk(data.resolve(folder))) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  @Override
  public void close() {
    node.close();
  }
}
