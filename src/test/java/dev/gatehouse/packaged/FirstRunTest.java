package dev.gatehouse.packaged;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Waiting;
import dev.gatehouse.packaged.PackagedNode.Ran;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The owner's first start of a node, and later starts. */
@Tag("slow")
class FirstRunTest {
  private static final String CODE = "permanent code:";
  private static final String KEY = "API key:";
  private static final int MAX_IDLE_MEGABYTES = 250;

  @TempDir Path folder;
  @AutoClose private PackagedNode node;

  @BeforeEach
  void prepare() {
    node = new PackagedNode(folder.resolve("data")).withGeneratedCode();
  }

  @Test
  void keepsSecretsAndDataUntilNextStart() throws Exception {
    node.start();
    String key = node.shown(KEY);
    list(key).expect(200);
    String token = node.client().token(node.shown(CODE));
    node.client().request("GET", "/audio").token(token).expect(200);
    storesSecretsPrivately();
    servesHealthAndMetrics();
    byte[] wav = Waves.wav(300_000, 1);
    node.client().request("POST", "/audio/upload").key(key).file("file", "a.wav", wav).expect(201);
    String pushKey = node.client().get("/api/proxy/push/key").text();
    rejectsSecondNodeOnSameData();
    namesPortThatIsInUse();
    list(key).expect(200);
    node.terminate();
    assertEquals(0, node.end());

    node.start();
    assertTrue(node.lines().stream().noneMatch(line -> line.contains("shown at each start")));
    assertEquals(
        200,
        node.client().request("GET", "/audio").token(token).send().status(),
        "tokens outlive a restart");
    assertEquals(pushKey, node.client().get("/api/proxy/push/key").text(), "and subscriptions");
    assertArrayEquals(wav, node.client().get("/audio/a.wav").bytes());
    assertEquals(List.of("a.wav"), names(list(key)));
    assertTrue(node.memory() < MAX_IDLE_MEGABYTES, "idle: " + node.memory() + " MB");
  }

  private Client.Reply list(String key) {
    return node.client().request("GET", "/audio").key(key).send();
  }

  private static List<String> names(Client.Reply list) {
    return list.json().getJsonArray("files").stream()
        .map(file -> ((JsonObject) file).getString("filename"))
        .toList();
  }

  private void storesSecretsPrivately() throws IOException {
    try (Stream<Path> secrets = Files.walk(node.data().resolve("secrets"))) {
      for (Path secret : secrets.toList()) {
        String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(secret));
        assertEquals(Files.isDirectory(secret) ? "rwx------" : "rw-------", mode, "" + secret);
      }
    }
  }

  private void servesHealthAndMetrics() throws Exception {
    Waiting.until(() -> node.readiness() == 200);
    Client management = node.management();
    management.get("/livez").expect(200);
    Client.Reply ready = management.get("/readyz").expect(200);
    assertTrue(ready.json().getBoolean("ready"));
    assertEquals("up", ready.json().getJsonObject("checks").getString("documents"));
    assertTrue(management.get("/metrics").text().contains("jvm_memory_used_bytes"));
    management.get("/secrets/management-token").expect(404);
  }

  private void rejectsSecondNodeOnSameData() {
    Ran refused = new PackagedNode(node.data()).startInVain();
    assertEquals(1, refused.exit());
    assertTrue(refused.errors().startsWith("gatehouse cannot start: "), refused.errors());
    assertTrue(refused.errors().contains(node.data().toString()), refused.errors());
    assertEquals(1, refused.errors().lines().count(), refused.errors());
  }

  private void namesPortThatIsInUse() {
    PackagedNode other = new PackagedNode(folder.resolve("other"));
    String port = Integer.toString(node.address().getPort());
    Ran refused = other.with("HTTP_PORT", port).startInVain();
    assertEquals(1, refused.exit());
    assertTrue(refused.errors().contains(port), refused.errors());
  }

  /** {@code SettingsReaderTest} has the messages. Without a locale, settings are UTF-8. */
  @Test
  void printsOneLineForInvalidSetting() throws Exception {
    var shell = "GATEHOUSE_VERTICLES=$(printf 'm\\303\\274sik') LC_ALL=POSIX exec scripts/run";
    var builder = new ProcessBuilder("bash", "-c", shell);
    builder.environment().put("GATEHOUSE_DATA_DIR", node.data().toString());
    Process child = builder.start();
    String errors = new String(child.getErrorStream().readAllBytes(), UTF_8);
    assertEquals(1, child.waitFor());
    assertTrue(errors.contains("gatehouse cannot start: "), errors);
    assertTrue(errors.contains("müsik"), errors);
    assertFalse(errors.contains("\tat "), errors);
    String output = new String(child.getInputStream().readAllBytes(), UTF_8);
    assertFalse(output.contains("DEBUG"), output);
  }

  @Test
  void deploysOnlySelectedVerticles() {
    node.start("--verticles", "http,site");
    node.client().get("/api/proxy/still-alive/status").expect(200);
    node.client().get("/audio/a.wav").expect(503);
  }

  @Test
  void printsInstallHintWithoutJdk() throws Exception {
    var shell = "set -euo pipefail; . scripts/jdk; jdk_is_25() { false; }; find_jdk; echo found";
    Process child = new ProcessBuilder("bash", "-c", shell).start();
    String out = new String(child.getInputStream().readAllBytes(), UTF_8);
    String errors = new String(child.getErrorStream().readAllBytes(), UTF_8);
    assertNotEquals(0, child.waitFor());
    assertEquals("", out);
    assertTrue(errors.contains("Gatehouse needs a JDK 25. Install one"), errors);
  }
}
