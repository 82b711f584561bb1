package dev.gatehouse.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import module java.base;

import dev.gatehouse.RawClient;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** The owner, who signs in, uploads files, and listens to notifications. */
final class OwnerWitness extends Witness {
  private static final int NUMBER = 0;
  private static final int OK = 200;
  private static final int CREATED = 201;
  private static final int STEPS = 6;

  /** Entries and characters of a batch that is larger than an event stream's buffer. */
  private static final int BATCH = 20;

  private static final int MESSAGE = 25_000;
  private static final String JSON = "Content-Type: application/json";

  private final WitnessClient client;
  private final OwnerEvents events;
  private final byte[] file;
  private final String code;
  private final boolean logs;
  private String token = "";
  private boolean uploaded;

  /**
   * @param code the permanent code
   * @param file an audio file
   * @param logs whether to append large batches to the log
   */
  OwnerWitness(URI node, String code, byte[] file, boolean logs) {
    super(new WitnessRecord(), Duration.ofMillis(300));
    this.client = new WitnessClient(record(), node, SourceAddresses.ofWitness(NUMBER, 0));
    this.events = new OwnerEvents(client);
    this.code = code;
    this.file = file;
    this.logs = logs;
  }

  @Override
  void step(int number) throws InterruptedException {
    if (token.isEmpty()) {
      signIn();
      return;
    }
    String name = "witness-" + number / STEPS + ".wav";
    switch (number % STEPS) {
      case 0 -> signIn();
      case 1 ->
          uploaded =
              client.send(CREATED, authorized("POST /audio/upload", form("file", name, file), FORM))
                  != null;
      case 2 -> events.receive(this::announce);
      case 3 -> client.send(OK, authorized("GET /audio", new byte[0]));
      case 4 -> {
        if (uploaded) {
          client.send(OK, authorized("DELETE /audio/" + name, new byte[0]));
        }
      }
      default -> append();
    }
  }

  @Override
  public void close() {
    super.close();
    events.close();
  }

  private void signIn() {
    byte[] body = JsonObject.of("code", code).encode().getBytes(ISO_8859_1);
    RawClient.Reply reply =
        client.send(OK, request("POST /api/proxy/auth/validate-access", body, JSON));
    if (reply != null) {
      token = reply.json().getString("token");
      events.listen(token);
    }
  }

  private boolean announce(String title) {
    byte[] body =
        JsonObject.of("title", title, "body", "of a witness").encode().getBytes(ISO_8859_1);
    return client.send(OK, authorized("POST /api/proxy/notify", body, JSON)) != null;
  }

  private void append() {
    var entries = new JsonArray();
    for (int i = 0; i < (logs ? BATCH : 1); i++) {
      entries.add(
          new JsonObject()
              .put("timestamp", Instant.now().toString())
              .put("level", "info")
              .put("message", "m".repeat(MESSAGE)));
    }
    client.send(
        CREATED,
        authorized(
            "POST /api/proxy/bots/trading/logs", entries.encode().getBytes(ISO_8859_1), JSON));
  }

  private byte[] authorized(String line, byte[] body, String... headers) {
    String[] all = new String[headers.length + 1];
    System.arraycopy(headers, 0, all, 0, headers.length);
    all[headers.length] = "Authorization: Bearer " + token;
    return request(line, body, all);
  }
}
