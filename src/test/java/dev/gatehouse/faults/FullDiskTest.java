package dev.gatehouse.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Samples;
import dev.gatehouse.SmallDisk;
import dev.gatehouse.TestNode;
import dev.gatehouse.TestSettings;
import dev.gatehouse.Waiting;
import dev.gatehouse.Wavs;
import dev.gatehouse.node.Node;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A disk that stays full under a whole node returns 507 until there is space again. */
@Timeout(120)
class FullDiskTest {
  private static final String LOGS = "/api/proxy/bots/trading/logs";
  private static final int MAX_WRITES = 400;

  @TempDir Path folder;
  private SmallDisk disk;

  @BeforeEach
  void mount() throws Exception {
    disk = SmallDisk.at(folder.resolve("disk"), 12);
  }

  @AfterEach
  void unmount() throws Exception {
    if (disk != null) {
      disk.close();
    }
  }

  @Test
  void recoversFromFullNodeDisk() throws Exception {
    try (Node node = start(disk.folder())) {
      becomesFullAndHasRoomAgain(new Client(node.address()));
      disk.fill();
      new Client(node.address())
          .owner("POST", "/audio/upload")
          .file("file", "a.wav", Wavs.tone(100_000))
          .expect(507);
    }
  }

  private void becomesFullAndHasRoomAgain(Client client) throws Exception {
    log(client).expect(201);
    long stored = total(client);
    for (int round = 0; round < 2; round++) {
      disk.fill();
      int writes = 0;
      Client.Reply reply = log(client);
      while (reply.status() == 201 && writes < MAX_WRITES) {
        writes++;
        stored += 200;
        reply = log(client);
      }
      reply.expect(507);
      for (int i = 0; i < 5; i++) {
        log(client).expect(507);
      }
      assertEquals(stored, total(client), "reads go on, and tell the truth");
      disk.free();
      Waiting.until(() -> log(client).status() == 201);
      stored = total(client);
    }
  }

  private static Client.Reply log(Client client) {
    List<JsonObject> entries =
        IntStream.range(0, 200)
            .mapToObj(i -> Samples.entry("2026-11-01T00:00:00Z", "x".repeat(200)))
            .toList();
    byte[] body = new JsonArray(entries).encode().getBytes(StandardCharsets.UTF_8);
    return client.owner("POST", LOGS).body("application/json", body).send();
  }

  private static long total(Client client) {
    return client
        .owner("GET", LOGS + "?limit=1")
        .expect(200)
        .json()
        .getJsonObject("pagination")
        .getLong("totalItems");
  }

  private static Node start(Path data) throws IOException {
    return TestSettings.start(
        data,
        "STORE_RESERVE",
        "0B",
        "ACCESS_API_KEY",
        TestNode.KEY,
        "ACCESS_PERMANENT_CODE",
        TestNode.CODE,
        "LIMITS_OPERATOR_PER_MINUTE",
        "0");
  }
}
