package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestNode;
import dev.gatehouse.killed.PrintedWork;
import dev.gatehouse.store.blobs.FileBlobs;

/** Blobs that a process writes. Acknowledged blobs are complete, others are absent. */
final class WrittenBlobs extends PrintedWork {
  private final Path root;

  /** Size and digest of each acknowledged blob. */
  private final Map<String, String> acknowledged = new ConcurrentHashMap<>();

  private int starts;

  WrittenBlobs(Path root) {
    this.root = root;
  }

  @Override
  protected boolean note(String[] words) {
    return acknowledged.put(words[0], words[1] + ' ' + words[2]) == null;
  }

  @Override
  public void checkStopped() throws Exception {
    for (Map.Entry<String, String> blob : acknowledged.entrySet()) {
      String id = blob.getKey();
      byte[] bytes = Files.readAllBytes(root.resolve(id.substring(0, 2)).resolve(id));
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      assertEquals(blob.getValue(), bytes.length + " " + HexFormat.of().formatHex(digest), id);
    }
    FileBlobs blobs = FileBlobs.open(root, 0, new SecureRandom());
    Set<String> unfinished = blobs.unfinished(Instant.MAX);
    blobs.dropUnfinished(unfinished);
    int there = TestNode.blobs(root).size();
    // The last one of each process may have been renamed but not reported.
    assertTrue(
        there >= acknowledged.size() && there <= acknowledged.size() + starts,
        () -> there + " files of " + acknowledged.size());
    starts++;
  }
}
