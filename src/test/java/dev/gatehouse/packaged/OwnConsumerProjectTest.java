package dev.gatehouse.packaged;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Ran;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The member of the guide "Your own consumer", which Maven builds without a class of Gatehouse.
 * {@code -Dgatehouse.consumer.notifications=10000} sends more notifications.
 */
@Tag("slow")
@Timeout(900)
class OwnConsumerProjectTest {
  private static final Path GUIDE = Path.of("src/docs/guides/own-consumer.md");
  private static final int NOTIFICATIONS =
      Integer.getInteger("gatehouse.consumer.notifications", 500);
  private static final int MAX_MOVED = 5;
  private static final String NUMBERED = "number ";
  private static final Duration MINUTES = Duration.ofMinutes(2);

  @TempDir Path folder;

  @Test
  void hearsNotificationsOverRestarts() throws Exception {
    assumeTrue(ClusterScript.canRun(), "HAProxy is not installed");
    build();
    List<JsonObject> heard = new CopyOnWriteArrayList<>();
    try (var cluster = new ClusterScript(Files.createDirectory(folder.resolve("cluster")))) {
      cluster.up("n1=all", "n2=all", "n3=all");
      copyCertificate(folder.resolve("cluster/certificates"));
      Process consumer = started(cluster, heard);
      try {
        awaitFirst(cluster, heard);
        var roll = CompletableFuture.runAsync(() -> roll(cluster));
        List<String> sent = new ArrayList<>();
        var balancer = new Client(cluster.address());
        for (int i = 0; i < NOTIFICATIONS || !roll.isDone(); i++) {
          sent.add(send(balancer, NUMBERED + i));
        }
        roll.join();
        Waiting.until(MINUTES, () -> titles(numbered(heard)).containsAll(sent));
        List<String> titles = titles(numbered(heard));
        assertEquals(sent.size(), titles.size(), "a notification is repeated");
        // Nodes have separate connections to the consumer, so neighbours can change places.
        long moved =
            IntStream.range(0, sent.size()).filter(i -> titles.indexOf(sent.get(i)) != i).count();
        int farthest =
            IntStream.range(0, sent.size())
                .map(i -> Math.abs(titles.indexOf(sent.get(i)) - i))
                .max()
                .orElse(0);
        assertTrue(farthest <= MAX_MOVED, farthest + " places away");
        System.out.printf(
            "%d notifications over the restart of three nodes, each heard once, %d not at their"
                + " place%n",
            sent.size(), moved);
      } finally {
        consumer.destroyForcibly().onExit().join();
      }
    }
  }

  private void build() throws Exception {
    Files.writeString(folder.resolve("pom.xml"), block("xml"));
    Path sources = Files.createDirectories(folder.resolve("src/main/java"));
    Files.writeString(sources.resolve("Consumer.java"), block("java"));
    String package_ = "mvn -B -ntp -q %s package";
    Ran maven =
        Ran.of(
            "cd " + folder + " &&",
            "{ " + package_.formatted("-o") + " || " + package_.formatted("") + "; }");
    assertEquals(0, maven.exit(), maven.output());
    assertTrue(block("java").lines().count() <= 45);
  }

  private static String block(String language) throws IOException {
    Matcher block =
        Pattern.compile("(?s)```" + language + "\n(.*?)```").matcher(Files.readString(GUIDE));
    assertTrue(block.find());
    return block.group(1);
  }

  private void copyCertificate(Path nodes) throws IOException {
    Files.copy(nodes.resolve("authority.pem"), folder.resolve("authority.pem"));
    Files.copy(nodes.resolve("n1.pem"), folder.resolve("consumer.pem"));
    Files.copy(nodes.resolve("n1-key.pem"), folder.resolve("consumer-key.pem"));
  }

  private Process started(ClusterScript cluster, List<JsonObject> heard) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process process =
        new ProcessBuilder(
                java,
                "-cp",
                "target/classes:target/dependency/*",
                "Consumer",
                "127.0.0.1",
                cluster.members())
            .directory(folder.toFile())
            .redirectError(folder.resolve("log").toFile())
            .start();
    Thread.ofVirtual()
        .start(() -> process.inputReader().lines().map(JsonObject::new).forEach(heard::add));
    return process;
  }

  /** Sends notifications until each node knows the consumer. */
  private static void awaitFirst(ClusterScript cluster, List<JsonObject> heard) throws Exception {
    for (int n = 1; n <= 3; n++) {
      Client node = cluster.node(n);
      Waiting.until(
          MINUTES,
          () -> {
            String title = send(node, "first at " + System.nanoTime());
            Thread.sleep(200);
            return titles(heard).contains(title);
          });
    }
  }

  private static List<JsonObject> numbered(List<JsonObject> events) {
    return events.stream().filter(event -> event.getString("title").startsWith(NUMBERED)).toList();
  }

  private static List<String> titles(List<JsonObject> events) {
    return events.stream().map(event -> event.getString("title")).toList();
  }

  private static String send(Client node, String title) {
    node.request("POST", "/api/proxy/notify")
        .key(ClusterScript.KEY)
        .json(JsonObject.of("title", title, "body", "b"))
        .expect(200);
    return title;
  }

  private static void roll(ClusterScript cluster) {
    try {
      cluster.run("roll");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
