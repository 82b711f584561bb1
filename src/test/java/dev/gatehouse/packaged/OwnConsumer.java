package dev.gatehouse.packaged;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Ran;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonObject;

/**
 * The member of the guide "Your own consumer", which Maven builds without a class of Gatehouse, and
 * the notifications that it should hear.
 */
final class OwnConsumer implements AutoCloseable {
  private static final Path GUIDE = Path.of("src/docs/guides/own-consumer.md");
  private static final int MAX_LINES = 45;
  private static final int MAX_MOVED = 5;
  private static final String NUMBERED = "number ";
  private static final Duration MINUTES = Duration.ofMinutes(2);

  private final List<JsonObject> heard = new CopyOnWriteArrayList<>();
  private final List<String> sent = new ArrayList<>();
  private final Process process;

  /**
   * Builds and starts the member.
   *
   * @param nodes folder of the cluster
   */
  OwnConsumer(Path folder, ClusterScript cluster, Path nodes) throws Exception {
    Files.writeString(folder.resolve("pom.xml"), block("xml"));
    Path sources = Files.createDirectories(folder.resolve("src/main/java"));
    Files.writeString(sources.resolve("Consumer.java"), block("java"));
    assertTrue(block("java").lines().count() <= MAX_LINES);
    String build = "mvn -B -ntp -q %s package";
    Ran maven =
        Ran.of(
            "cd " + folder + " && export MAVEN_OPTS='-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' &&",
            "{ " + build.formatted("-o") + " || " + build.formatted("") + "; }");
    assertEquals(0, maven.exit(), maven.output());
    Path certificates = nodes.resolve("certificates");
    Files.copy(certificates.resolve("authority.pem"), folder.resolve("authority.pem"));
    Files.copy(certificates.resolve("n1.pem"), folder.resolve("consumer.pem"));
    Files.copy(certificates.resolve("n1-key.pem"), folder.resolve("consumer-key.pem"));
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
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
  }

  private static String block(String language) throws IOException {
    Matcher block =
        Pattern.compile("(?s)```" + language + "\n(.*?)```").matcher(Files.readString(GUIDE));
    assertTrue(block.find());
    return block.group(1);
  }

  /** Sends notifications through a node until it knows the consumer. */
  void awaitFirst(Client node) throws Exception {
    Waiting.until(
        MINUTES,
        () -> {
          String title = send(node, "first at " + System.nanoTime());
          Thread.sleep(200);
          return titles(heard).contains(title);
        });
  }

  void sendNext(Client node) {
    sent.add(send(node, NUMBERED + sent.size()));
  }

  /**
   * Waits until each notification was heard, once. Nodes have separate connections to the consumer,
   * so neighbors can change places.
   */
  void heardEachOnce() throws Exception {
    Waiting.until(MINUTES, () -> titles(numbered()).containsAll(sent));
    List<String> titles = titles(numbered());
    assertEquals(sent.size(), titles.size(), "a notification is repeated");
    for (int i = 0; i < sent.size(); i++) {
      int places = Math.abs(titles.indexOf(sent.get(i)) - i);
      assertTrue(places <= MAX_MOVED, places + " places away");
    }
    System.out.printf("%d notifications heard once each%n", sent.size());
  }

  private List<JsonObject> numbered() {
    return heard.stream().filter(event -> event.getString("title").startsWith(NUMBERED)).toList();
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

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
