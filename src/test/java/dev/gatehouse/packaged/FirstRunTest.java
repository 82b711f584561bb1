package dev.gatehouse.packaged;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.Client;
import dev.gatehouse.RawClient;
import dev.gatehouse.Waiting;
import dev.gatehouse.packaged.PackagedNode.Ran;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The owner's first start of a node, and later starts. */
@Tag("slow")
class FirstRunTest {
  private static final String CODE = "permanent code:";
  private static final String KEY = "API key:";
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir Path folder;
  private PackagedNode node;

  @BeforeEach
  void prepare() {
    node = new PackagedNode(folder.resolve("data"));
  }

  @AfterEach
  void close() {
    node.close();
  }

  @Test
  void keepsSecretsAndFilesAcrossRestart() throws Exception {
    node.start();
    String key = node.shown(KEY);
    assertEquals(200, node.client().request("GET", "/audio").key(key).send().status());
    String code = node.shown(CODE);
    String token = node.client().token(code);
    assertEquals(200, node.client().request("GET", "/audio").token(token).send().status());
    try (Stream<Path> secrets = Files.walk(node.data().resolve("secrets"))) {
      for (Path secret : secrets.toList()) {
        String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(secret));
        assertEquals(Files.isDirectory(secret) ? "rwx------" : "rw-------", mode, "" + secret);
      }
    }
    byte[] wav = Waves.wav(300_000, 1);
    Client.Request upload = node.client().request("POST", "/audio/upload").key(key);
    assertEquals(201, upload.file("file", "a.wav", wav).send().status());
    String pushKey = node.client().get("/api/proxy/push/key").text();
    node.terminate();
    assertEquals(0, node.end());

    node.start();
    assertTrue(node.lines().stream().noneMatch(line -> line.contains("shown at each start")));
    assertEquals(200, node.client().request("GET", "/audio").key(key).send().status());
    assertEquals(
        200,
        node.client().request("GET", "/audio").token(token).send().status(),
        "tokens outlive a restart");
    assertEquals(pushKey, node.client().get("/api/proxy/push/key").text(), "and subscriptions");
    assertArrayEquals(wav, node.client().get("/audio/a.wav").bytes());
    assertEquals(List.of("a.wav"), names(node.client().request("GET", "/audio").key(key).send()));
  }

  @Test
  void servesHealthAndMetricsOnManagementPort() throws Exception {
    node.start();
    Client management = node.management();
    assertEquals(200, management.get("/livez").status());
    Waiting.until(PATIENCE, () -> documents().equals("up"));
    assertTrue(management.get("/metrics").text().contains("jvm_memory_used_bytes"));
    assertEquals(404, management.get("/secrets/management-token").status());
  }

  /** Returns the state of the documents of a node that is ready; empty otherwise. */
  private String documents() throws IOException {
    try (var raw = new RawClient(node.managementAddress().toString())) {
      RawClient.Reply ready = raw.ask("GET /readyz");
      return ready.status() == 200
          ? new JsonObject(ready.text()).getJsonObject("checks").getString("documents")
          : "";
    }
  }

  @Test
  void rejectsSecondNodeOnSameDataOrPort() throws IOException {
    node.start();
    String key = node.shown(KEY);
    Ran refused = new PackagedNode(node.data()).startInVain();
    assertEquals(1, refused.exit());
    assertTrue(refused.errors().startsWith("gatehouse cannot start: "), refused.errors());
    assertTrue(refused.errors().contains(node.data().toString()), refused.errors());
    assertEquals(1, refused.errors().lines().count(), refused.errors());
    PackagedNode other = new PackagedNode(folder.resolve("other"));
    String port = Integer.toString(node.address().getPort());
    Ran noPort = other.with("HTTP_PORT", port).startInVain();
    assertEquals(1, noPort.exit());
    assertTrue(noPort.errors().contains(port), noPort.errors());
    assertEquals(200, node.client().request("GET", "/audio").key(key).send().status());
  }

  @ParameterizedTest
  @CsvSource({
    "COLOUR, red, unknown setting GATEHOUSE_COLOUR",
    "HTTP_PORT, many, http.port",
    "ACCESS_PERMANENT_CODE, short, access.permanentCode",
    "VERTICLES, 'http,musik', musik",
    "SECURITY_BAN_LADDER, soon, security.banLadder",
  })
  void printsOneLineForInvalidSetting(String key, String value, String message) {
    Ran refused = node.with(key, value).startInVain();
    assertEquals(1, refused.exit());
    assertTrue(refused.errors().contains("gatehouse cannot start: "), refused.errors());
    assertTrue(refused.errors().contains(message), refused.errors());
    assertFalse(refused.errors().contains("\tat "), refused.errors());
  }

  @Test
  void deploysOnlySelectedVerticles() {
    node.start("--verticles", "http,site");
    assertEquals(200, node.client().get("/api/proxy/still-alive/status").status());
    assertEquals(503, node.client().get("/audio/a.wav").status());
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

  @Test
  void readsSettingsAsUtf8WithoutLocale() throws Exception {
    var shell = "GATEHOUSE_VERTICLES=$(printf 'm\\303\\274sik') LC_ALL=POSIX exec scripts/run";
    var builder = new ProcessBuilder("bash", "-c", shell);
    builder.environment().put("GATEHOUSE_DATA_DIR", node.data().toString());
    Process child = builder.start();
    String errors = new String(child.getErrorStream().readAllBytes(), UTF_8);
    assertEquals(1, child.waitFor());
    assertTrue(errors.contains("müsik"), errors);
  }

  private static List<String> names(Client.Reply list) {
    return list.json().getJsonArray("files").stream()
        .map(file -> ((JsonObject) file).getString("filename"))
        .toList();
  }
}
