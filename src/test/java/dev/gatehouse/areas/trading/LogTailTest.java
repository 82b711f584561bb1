package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;

import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The log as server-sent events: live, and from where a client left off. */
@Timeout(60)
class LogTailTest {
  private static final String LOGS = "/api/proxy/bots/trading/logs";

  @RegisterExtension static final TestNode NODE = new TestNode();

  @Test
  void streamsNewEntriesAndReplaysMissedOnes() throws Exception {
    String last;
    try (BufferedReader stream = open("")) {
      write("one");
      assertEquals("one", message(stream));
      write("two");
      last = idBefore(stream, "two");
    }
    write("three");
    try (BufferedReader stream = open(last)) {
      assertEquals("three", message(stream));
      write("four");
      assertEquals("four", message(stream));
    }
    var page =
        HttpRequest.newBuilder(URI.create(NODE.address() + LOGS + "/stream?lastEventId=" + last));
    try (BufferedReader stream = opened(page)) {
      assertEquals("three", message(stream));
    }
  }

  private static void write(String message) {
    NODE.owner("POST", LOGS)
        .json(
            JsonObject.of(
                "timestamp", NODE.clock.instant().toString(), "level", "info", "message", message))
        .expect(201);
  }

  private static BufferedReader open(String lastEventId) throws IOException, InterruptedException {
    return opened(
        HttpRequest.newBuilder(URI.create(NODE.address() + LOGS + "/stream"))
            .header("Last-Event-ID", lastEventId));
  }

  private static BufferedReader opened(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    var response =
        HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    assertEquals(200, response.statusCode());
    assertEquals("text/event-stream", response.headers().firstValue("Content-Type").orElseThrow());
    var reader = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    assertTrue(reader.readLine().startsWith("retry:"));
    return reader;
  }

  private static String message(BufferedReader stream) throws IOException {
    return data(stream).getJsonObject("LogMessage").getString("message");
  }

  private static String idBefore(BufferedReader stream, String message) throws IOException {
    String id = null;
    for (String line = stream.readLine(); ; line = stream.readLine()) {
      if (line.startsWith("id: ")) {
        id = line.substring(4);
      } else if (line.startsWith("data: ")) {
        assertTrue(line.contains("\"" + message + "\""), line);
        return id;
      }
    }
  }

  private static JsonObject data(BufferedReader stream) throws IOException {
    String line = stream.readLine();
    while (!line.startsWith("data: ")) {
      line = stream.readLine();
    }
    return new JsonObject(line.substring(6));
  }
}
