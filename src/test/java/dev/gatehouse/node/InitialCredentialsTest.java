package dev.gatehouse.node;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestSettings;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The generated code and key are shown by each start until the owner has them. */
@Tag("slow")
class InitialCredentialsTest {
  private static final String CODE = "permanent code: ";
  private static final String KEY = "API key: ";
  private static final String CODE_FILE = "initial-permanent-code";
  private static final String KEY_FILE = "initial-api-key";

  @TempDir Path folder;

  private Node start(String... more) throws IOException {
    return TestSettings.start(folder, more);
  }

  private List<String> shown() throws IOException {
    try (Node node = start()) {
      return node.initialCredentials();
    }
  }

  private Path secret(String name) {
    return folder.resolve("secrets").resolve(name);
  }

  private static String text(List<String> lines, String label) {
    return lines.stream()
        .filter(line -> line.startsWith(label))
        .map(line -> line.substring(label.length()))
        .findFirst()
        .orElseThrow();
  }

  private static int signIn(Node node, String code) {
    return new Client(node.address()).login(code).send().status();
  }

  @Test
  void showsCodeUntilUsed() throws Exception {
    List<String> first = shown();
    assertEquals(2, first.size(), first::toString);
    assertEquals(first, shown());
    assertEquals(
        "rw-------",
        PosixFilePermissions.toString(Files.getPosixFilePermissions(secret(CODE_FILE))));
    try (Node node = start()) {
      assertEquals(401, signIn(node, "not-the-code"));
      assertEquals(first, node.initialCredentials());
      assertEquals(200, signIn(node, text(first, CODE)));
      Waiting.until(() -> Files.notExists(secret(CODE_FILE)));
    }
    assertEquals(List.of(KEY + text(first, KEY)), shown());
  }

  @Test
  void showsKeyUntilUsed() throws Exception {
    List<String> first = shown();
    try (Node node = start()) {
      Client client = new Client(node.address());
      String key = text(first, KEY);
      client.request("GET", "/api/proxy/node/health").key(key).expect(200);
      Waiting.until(() -> Files.notExists(secret(KEY_FILE)));
    }
    assertEquals(List.of(CODE + text(first, CODE)), shown());
  }

  @Test
  void showsCredentialsAfterFailedStart() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      assertThrows(IllegalStateException.class, () -> start("HTTP_PORT", port).close());
    }
    assertThrows(RuntimeException.class, () -> start("ACCESS_API_KEY", "short").close());
    List<String> lines = shown();
    try (Node node = start()) {
      assertEquals(200, signIn(node, text(lines, CODE)));
    }
  }

  /** A start that is killed leaves the plain text without the hash. */
  @ParameterizedTest
  @ValueSource(strings = {"permanent-code", "api-key"})
  void keepsCredentialsOfKilledStart(String lost) throws Exception {
    List<String> first = shown();
    Files.delete(secret(lost));
    assertEquals(first, shown());
    try (Node node = start()) {
      assertEquals(200, signIn(node, text(first, CODE)));
    }
  }

  @Test
  void showsOnlyGeneratedCredentials() throws Exception {
    assertEquals(2, shown().size());
    try (Node node = start("ACCESS_PERMANENT_CODE", "owners-code-0123456789")) {
      List<String> lines = node.initialCredentials();
      assertEquals(1, lines.size(), lines::toString);
      assertTrue(lines.getFirst().startsWith(KEY), lines::toString);
      assertEquals(200, signIn(node, "owners-code-0123456789"));
      assertEquals(lines, node.initialCredentials());
    }
  }

  @Test
  void resetsPermanentCode() throws Exception {
    String old = text(shown(), CODE);
    String made;
    try (Node node = start()) {
      assertEquals(200, signIn(node, old));
      Client client = new Client(node.address());
      JsonObject remembered = JsonObject.of("code", old, "remember", true);
      Client.Request begin = client.request("POST", "/api/proxy/auth/session");
      String session = begin.json(remembered).answer().getString("token");
      String plain = client.token(old);
      String filter = Files.readString(secret("permanent-code-filter"));
      made = reset(node).json().getString("code");
      assertNotEquals(filter, Files.readString(secret("permanent-code-filter")));
      assertEquals(401, signIn(node, old));
      client.request("GET", "/deployment/info").token(session).expect(403);
      client.request("GET", "/deployment/info").token(plain).expect(200);
      assertEquals(made, text(node.initialCredentials(), CODE));
    }
    assertEquals(made, text(shown(), CODE), "the reply may have been lost");
    try (Node node = start()) {
      assertEquals(401, signIn(node, old));
      assertEquals(200, signIn(node, made));
      Waiting.until(() -> Files.notExists(secret(CODE_FILE)));
    }
  }

  @Test
  void rejectsResetOfCodeInSettings() throws Exception {
    try (Node node = start("ACCESS_PERMANENT_CODE", "owners-code-0123456789")) {
      reset(node).expect(400);
    }
  }

  /** A reset that is killed leaves a plain text that does not belong to the hash. */
  @Test
  void keepsOldCodeOfKilledReset() throws Exception {
    List<String> first = shown();
    Files.writeString(secret(CODE_FILE), "23456789ABCDEFGHJKMN\n");
    try (Node node = start()) {
      assertEquals(List.of(KEY + text(first, KEY)), node.initialCredentials());
      assertFalse(Files.exists(secret(CODE_FILE)));
      assertEquals(200, signIn(node, text(first, CODE)));
    }
  }

  private Client.Reply reset(Node node) throws IOException {
    return new Client(node.managementAddress())
        .request("POST", "/calls/access.resetPermanentCode")
        .token(Files.readString(secret("management-token")).strip())
        .json(new JsonObject())
        .send();
  }
}
