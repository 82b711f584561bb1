package dev.gatehouse.packaged;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * kill -9 at random moments during uploads. Acknowledged files are recorded outside the node and
 * must be present, byte for byte. Other files must leave no permanent data. Every listing must be
 * complete. Each file is read after the first kill that it survives and after the last kill.
 */
@Tag("slow")
class KilledNodeTest {
  private static final int KILLS = 20;
  private static final int UPLOADERS = 4;
  private static final int LONGEST_ROUND_MILLIS = 600;
  private static final int LARGEST = 300_000;
  private static final int READ_AGAIN = 10;
  private static final Duration AGED = Duration.ofHours(30);
  private static final String KEY = "owners-key-0123456789";

  @TempDir Path folder;
  private final AtomicInteger names = new AtomicInteger();
  private final Random random = new Random();
  private final Set<String> read = new HashSet<>();
  private Path acknowledged;

  @Test
  @Timeout(400)
  void losesNoAcknowledgedUploads() throws Exception {
    acknowledged = Files.createFile(folder.resolve("acknowledged.log"));
    Path data = folder.resolve("data");
    try (PackagedNode node = node(data)) {
      for (int kill = 1; kill <= KILLS; kill++) {
        node.start("--verticles", "http,access,media");
        Map<String, String> before = expected();
        check(node, before);
        read.addAll(before.keySet());
        upload(node, 100 + random.nextInt(LONGEST_ROUND_MILLIS), kill % 2 == 0);
        System.out.printf(
            "kill %d: %d uploads acknowledged in this round, %d files found whole before%n",
            kill, expected().size() - before.size(), before.size());
      }
      age(data);
      node.start();
      read.clear();
      check(node, expected());
      node.clear();
      assertEquals(listed(node).size(), TestNode.blobs(data.resolve("blobs")).size());
      check(node, expected());
      assertTrue(expected().size() >= KILLS / 2, "there was uploading");
      System.out.printf("%d kills, %d files, nothing lost or left%n", KILLS, expected().size());
      node.terminate();
      assertEquals(0, node.end());
    }
  }

  private static PackagedNode node(Path data) {
    return new PackagedNode(data)
        // The second compiler would use most of its lifetime of seconds.
        .javaOptions("-XX:TieredStopAtLevel=1")
        .with("ACCESS_API_KEY", KEY)
        .with("LIMITS_DEFAULT_PER_MINUTE", "0")
        .with("LIMITS_OPERATOR_PER_MINUTE", "0");
  }

  /**
   * Every other round lasts until an upload was acknowledged, regardless of the machine's speed.
   */
  private void upload(PackagedNode node, int millis, boolean atOnce) throws Exception {
    Client client = node.client();
    int before = expected().size();
    List<Thread> uploaders = new ArrayList<>();
    for (int i = 0; i < UPLOADERS; i++) {
      long seed = random.nextLong();
      uploaders.add(Thread.ofVirtual().start(() -> uploadUntilKilled(client, new Random(seed))));
    }
    if (!atOnce) {
      Waiting.until(Duration.ofSeconds(60), () -> expected().size() > before);
    }
    // This is not a wait for an event. The moment of the kill is random.
    uploaders.getFirst().join(millis);
    node.kill();
    for (Thread uploader : uploaders) {
      uploader.join();
    }
  }

  private void uploadUntilKilled(Client client, Random own) {
    try {
      while (true) {
        String name = "f" + names.incrementAndGet() + ".wav";
        byte[] wav = Waves.wav(1_000 + 2 * own.nextInt(LARGEST / 2), own.nextLong());
        Client.Reply reply =
            client.request("POST", "/audio/upload").key(KEY).file("file", name, wav).send();
        assertEquals(201, reply.status(), reply.text());
        note(name + ' ' + Waves.digest(wav) + '\n');
      }
    } catch (UncheckedIOException killed) {
      // An interrupted request may or may not have been executed.
    }
  }

  private synchronized void note(String line) {
    try {
      Files.writeString(acknowledged, line, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private Map<String, String> expected() throws IOException {
    return Files.readAllLines(acknowledged).stream()
        .map(line -> line.split(" "))
        .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1], (a, b) -> b, HashMap::new));
  }

  /**
   * Checks that every acknowledged file is listed, and that listed files are readable and correct.
   */
  private void check(PackagedNode node, Map<String, String> expected) {
    Client client = node.client();
    Set<String> names = new HashSet<>();
    for (JsonObject file : listed(node)) {
      String name = file.getString("filename");
      names.add(name);
      if (!read.contains(name) || random.nextInt(read.size()) < READ_AGAIN) {
        Client.Reply reply = client.get("/audio/" + name);
        assertEquals(200, reply.status(), name);
        assertEquals(file.getInteger("size"), reply.bytes().length, name);
        String digest = Waves.digest(reply.bytes());
        assertEquals(expected.getOrDefault(name, digest), digest, name);
      }
    }
    assertTrue(names.containsAll(expected.keySet()), () -> "lost some of " + expected.keySet());
  }

  private static List<JsonObject> listed(PackagedNode node) {
    List<JsonObject> all = new ArrayList<>();
    JsonObject page;
    do {
      String path = "/audio?limit=100&skip=" + all.size();
      Client.Reply list = node.client().request("GET", path).key(KEY).send();
      assertEquals(200, list.status());
      page = list.json();
      page.getJsonArray("files").forEach(file -> all.add((JsonObject) file));
    } while (page.getJsonObject("pagination").getBoolean("hasMore"));
    return all;
  }

  /** Simulates that the node was down for longer than the sweep spares blobs. */
  private static void age(Path data) throws IOException {
    FileTime old = FileTime.from(Instant.now().minus(AGED));
    for (Path file : files(data.resolve("blobs"))) {
      Files.setLastModifiedTime(file, old);
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }
}
