package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.formats.Sha256;
import dev.gatehouse.node.Node;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Starts this release on the data of an earlier release, and compares its replies with those of the
 * earlier release. {@code upgrade/record.py} recorded both.
 */
@Tag("slow")
class UpgradeTest {
  /** Fields whose values depend on the time, on the node or on the release. */
  private static final Set<String> VOLATILE = Set.of("scopes", "standing", "dataSize");

  private static final String NODE_URL = "http://127\\.0\\.0\\.1:[0-9]+";

  /** Sales of the shop belong to Schedule C since the release after it. */
  private static final String TAXES = "GET /api/proxy/printshop/schedule-c/data?year=2026";

  @TempDir Path folder;
  private final TestClock clock = new TestClock();
  private JsonObject recorded;

  @BeforeEach
  void unpack() throws IOException {
    try (InputStream in = UpgradeTest.class.getResourceAsStream("/upgrade/eed139c.zip");
        var zip = new ZipInputStream(in)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path file = folder.resolve(entry.getName());
        Files.createDirectories(file.getParent());
        Files.write(file, zip.readAllBytes());
      }
    }
    String replies = Files.readString(folder.resolve("replies.json"));
    recorded = new JsonObject(replies.replaceAll(NODE_URL, "URL"));
    clock.set(Instant.parse(recorded.getString("at")));
  }

  private Node start() {
    Settings settings =
        TestSettings.ofNode(
            folder.resolve("data"),
            """
            ACCESS_PERMANENT_CODE %s ACCESS_API_KEY %s SECURITY_TRUSTED_PROXIES 127.0.0.0/8 BLOCKGAME_NAMES offline
            LIMITS_DEFAULT_PER_MINUTE 0 LIMITS_OPERATOR_PER_MINUTE 0
            """
                .formatted(TestNode.CODE, TestNode.KEY)
                .split("\\s+"));
    return Unchecked.get(() -> Node.start(settings, Path.of("."), clock));
  }

  private static Client.Reply repeat(Client client, JsonObject earlier) {
    Client.Request request = client.request(earlier.getString("method"), earlier.getString("path"));
    if (earlier.containsKey("key")) {
      request.key(earlier.getString("key"));
    }
    earlier
        .getJsonObject("headers")
        .forEach(header ->
            request.header(header.getKey().replace('_', '-'), (String) header.getValue()));
    if (earlier.containsKey("body")) {
      request.json(earlier.getJsonObject("body"));
    }
    return request.send();
  }

  /** Adds the differences of a value, which may have new fields, but no other change. */
  private static void compare(String at, Object then, Object now, List<String> differences) {
    if (then instanceof JsonObject old && now instanceof JsonObject current) {
      for (String field : old.fieldNames()) {
        if (!VOLATILE.contains(field)) {
          compare(at + "." + field, old.getValue(field), current.getValue(field), differences);
        }
      }
    } else if (then instanceof JsonArray old && now instanceof JsonArray current) {
      if (old.size() != current.size()) {
        differences.add(at + ": " + old.size() + " elements were read, and " + current.size());
        return;
      }
      for (int i = 0; i < old.size(); i++) {
        compare(at + "[" + i + "]", old.getValue(i), current.getValue(i), differences);
      }
    } else if (!Objects.equals(then, now)) {
      differences.add(at + ": " + then + " was read, and " + now);
    }
  }

  @Test
  void readsEverythingOfEarlierRelease() {
    List<String> differences = new ArrayList<>();
    Node node = start();
    try {
      Client client = new Client(node.address());
      for (Object each : recorded.getJsonArray("replies")) {
        JsonObject earlier = (JsonObject) each;
        String at = earlier.getString("method") + ' ' + earlier.getString("path");
        Client.Reply reply = repeat(client, earlier);
        if (reply.status() != earlier.getInteger("status")) {
          differences.add(at + ": " + reply.status() + ' ' + reply.text());
        } else if (earlier.containsKey("json")) {
          compare(
              at,
              earlier.getValue("json"),
              Json.decodeValue(reply.text().replaceAll(NODE_URL, "URL")),
              differences);
        } else if (earlier.containsKey("sha256")
            && !Sha256.hex(reply.bytes()).equals(earlier.getString("sha256"))) {
          differences.add(at + ": other bytes");
        }
      }
      assertTrue(differences.remove(TAXES + ".data.totals.grossReceipts: 0.0 was read, and 12.5"));
      differences.removeIf(difference -> difference.startsWith(TAXES));
      assertEquals(List.of(), differences, () -> String.join("\n", differences));
    } finally {
      node.close();
    }
  }

  private String refusal() {
    return assertThrows(IllegalStateException.class, () -> start().close()).getMessage();
  }

  @Test
  void rejectsDocumentsOfNewerRelease() {
    start().close();
    Path documents = folder.resolve("data/documents");
    try (EmbeddedStore store = EmbeddedStore.open(documents, false)) {
      JsonObject format = JsonObject.of("_id", "documents");
      JsonObject newer = JsonObject.of("$set", JsonObject.of("number", 3));
      store.documents().updateAll("formats", format, newer);
    }
    Predicate<String> explains =
        text ->
            text.contains("have format 3, and this release supports format 2 and older")
                && text.contains("run the release that wrote them");
    String refusal = refusal();
    assertTrue(explains.test(refusal), refusal);
    assertEquals(refusal, refusal(), "nothing was changed");
  }
}
