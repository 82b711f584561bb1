package dev.gatehouse.killed;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client.Reply;
import dev.gatehouse.packaged.Waves;
import io.vertx.core.json.JsonObject;

/**
 * Uploads of audio files. Each acknowledged file is listed and has its bytes, and each listed file
 * is complete. A file is read after the first kill that it survives and after the last kill.
 */
final class Uploads implements Work {
  private static final int LARGEST = 300_000;

  private final KilledPackagedNode node;
  private final AtomicInteger names = new AtomicInteger();
  private final Map<String, String> acknowledged = new ConcurrentHashMap<>();
  private final Set<String> read = new HashSet<>();

  Uploads(KilledPackagedNode node) {
    this.node = node;
  }

  @Override
  public int threads() {
    return 2;
  }

  @Override
  public boolean step(Random random) {
    String name = "f" + names.incrementAndGet() + ".wav";
    byte[] wav = Waves.wav(1_000 + 2 * random.nextInt(LARGEST / 2), random.nextLong());
    node.owner("POST", "/audio/upload").file("file", name, wav).expect(201);
    acknowledged.put(name, Waves.digest(wav));
    return true;
  }

  @Override
  public void check(Random random) {
    Set<String> names = new HashSet<>();
    for (JsonObject file : listed()) {
      String name = file.getString("filename");
      names.add(name);
      if (read.add(name)) {
        Reply reply = node.get("/audio/" + name);
        assertEquals(200, reply.status(), name);
        assertEquals(file.getInteger("size"), reply.bytes().length, name);
        String digest = Waves.digest(reply.bytes());
        assertEquals(acknowledged.getOrDefault(name, digest), digest, name);
      }
    }
    Set<String> lost = new HashSet<>(acknowledged.keySet());
    lost.removeAll(names);
    assertEquals(Set.of(), lost);
    assertTrue(names.size() <= this.names.get(), "a file is listed twice");
  }

  @Override
  public void checkAtEnd(Random random) {
    read.clear();
    check(random);
  }

  List<JsonObject> listed() {
    List<JsonObject> all = new ArrayList<>();
    JsonObject page;
    do {
      page = node.owner("GET", "/audio?limit=100&skip=" + all.size()).expect(200).json();
      page.getJsonArray("files").forEach(file -> all.add((JsonObject) file));
    } while (page.getJsonObject("pagination").getBoolean("hasMore"));
    return all;
  }
}
