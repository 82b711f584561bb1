package dev.gatehouse.faults;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.FailingDisk;
import dev.gatehouse.Samples;
import dev.gatehouse.SmallDisk;
import dev.gatehouse.TestNode;
import dev.gatehouse.TestSettings;
import dev.gatehouse.Waiting;
import dev.gatehouse.Wavs;
import dev.gatehouse.node.Node;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A disk that is read-only after an error, or full, under a whole node. */
@Timeout(120)
class FailingDiskTest {
  private static final String BARS = "/api/proxy/historical-data/SYMBOL";

  @TempDir Path folder;
  private static final String WHOLE = "/api/proxy/historical-data/WHOLE";
  private static final int MEGABYTES = 24;
  private static final String LOGS = "/api/proxy/bots/trading/logs";
  private static final int MAX_WRITES = 400;

  @Test
  void returns503ForWritesAndServesReads() throws Exception {
    try (FailingDisk disk = FailingDisk.at(folder.resolve("disk"))) {
      Node node = start(disk.folder().resolve("data"));
      try (node) {
        var client = new Client(node.address());
        upload(client).expect(201);
        for (Client.Request write : writes(client)) {
          Client.Reply reply = write.send();
          assertTrue(reply.status() < 300, reply.text());
        }
        disk.fail();
        upload(client).expect(503);
        for (Client.Request write : writes(client)) {
          Client.Reply reply = write.expect(503);
          assertEquals(false, reply.text().contains("outcome"), reply.text());
        }
        for (String read : List.of("/audio/a.wav", BARS + "/csv", BARS + "?format=json")) {
          assertEquals(200, client.get(read).status(), read);
        }
        client.owner("GET", "/api/proxy/bots/trading/logs?limit=1").expect(200);
      }
    }
  }

  private static Client.Reply upload(Client client) {
    return client.owner("POST", "/audio/upload").file("file", "a.wav", Wavs.tone(1_000)).send();
  }

  /** Returns one request for each kind of write: a document, several, a file, and a sign-in. */
  private static List<Client.Request> writes(Client client) {
    JsonObject bar =
        JsonObject.of(
            "timeUtc", "2026-01-01T00:00:00Z", "open", 1, "high", 1, "low", 1, "close", 1);
    JsonObject entry = Samples.entry("2026-11-01T00:00:00Z", "m");
    return List.of(
        client.owner("POST", "/api/proxy/notify").json(JsonObject.of("title", "t", "body", "b")),
        client
            .owner("POST", "/api/proxy/bots/trading/logs")
            .body("application/json", new JsonArray().add(entry).encode()),
        client
            .owner("POST", "/api/proxy/hyperlinks")
            .json(JsonObject.of("title", "t", "url", "https://example.org/")),
        client.owner("POST", BARS + "/bars").json(JsonObject.of("bars", new JsonArray().add(bar))),
        client
            .owner("PUT", "/api/proxy/historical-data/OTHER")
            .body("text/csv", "timeUtc,open,high,low,close\n2026-01-01T00:00:00Z,1,1,1,1\n"),
        client
            .request("POST", "/api/proxy/auth/validate-access")
            .json(JsonObject.of("code", TestNode.CODE)));
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

  @Test
  void readsAllKindsOfData() throws Exception {
    try (SmallDisk disk = SmallDisk.at(folder.resolve("disk"), MEGABYTES);
        Node node = start(disk.folder().resolve("data"))) {
      var client = new Client(node.address());
      store(client);
      disk.fill();
      List<String> failed = new ArrayList<>();
      for (String path :
          List.of(
              "/audio/a.wav",
              BARS + "?format=json",
              BARS + "/csv",
              BARS + "/download",
              BARS + "/candles?per=64&page=1&limit=10",
              WHOLE + "/download",
              WHOLE + "/csv",
              WHOLE + "/candles?per=64&page=1&limit=10",
              "/api/proxy/bots/trading/logs",
              "/api/proxy/notifications",
              "/api/proxy/node/health")) {
        Client.Reply reply = client.owner("GET", path).send();
        if (reply.status() != 200) {
          failed.add(path + " " + reply.status() + " " + reply.text());
        }
      }
      assertEquals(List.of(), failed);
    }
  }

  private static void store(Client client) {
    stored(client.owner("POST", "/audio/upload").file("file", "a.wav", Wavs.tone(1_000)));
    for (String symbol : List.of(BARS, WHOLE)) {
      byte[] csv =
          "timeUtc,open,high,low,close\n2026-01-01T00:00:00Z,1,1,1,1\n"
              .getBytes(StandardCharsets.UTF_8);
      stored(client.owner("PUT", symbol).body("text/csv", csv));
    }
    JsonObject bar =
        JsonObject.of(
            "timeUtc", "2026-01-01T00:01:00Z", "open", 1, "high", 1, "low", 1, "close", 1);
    stored(
        client.owner("POST", BARS + "/bars").json(JsonObject.of("bars", new JsonArray().add(bar))));
    stored(
        client.owner("POST", "/api/proxy/notify").json(JsonObject.of("title", "t", "body", "b")));
  }

  private static void stored(Client.Request request) {
    Client.Reply reply = request.send();
    assertTrue(reply.status() < 300, reply.text());
  }

  @Test
  void recoversFromFullNodeDisk() throws Exception {
    try (SmallDisk disk = SmallDisk.at(folder.resolve("disk"), 12);
        Node node = start(disk.folder())) {
      becomesFullAndHasRoomAgain(disk, new Client(node.address()));
      disk.fill();
      new Client(node.address())
          .owner("POST", "/audio/upload")
          .file("file", "a.wav", Wavs.tone(100_000))
          .expect(507);
    }
  }

  private void becomesFullAndHasRoomAgain(SmallDisk disk, Client client) throws Exception {
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
}
