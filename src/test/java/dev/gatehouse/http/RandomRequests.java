package dev.gatehouse.http;

import module java.base;

import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.Wavs;

/** Requests of every kind, as bytes. Each acquires resources that must be released. */
final class RandomRequests {
  static final String SONG = "song.wav";

  private static final String OWNER = "X-API-Key: " + TestNode.KEY;
  private static final String JSON = "Content-Type: application/json";
  private static final String CODE = "{\"code\":\"abc\"}";
  private static final byte[] WAV = Wavs.tone(100_000);
  private static final String PDF = "%PDF-1.4\n" + "x".repeat(300_000) + "\n%%EOF\n";

  private final TestNode node;
  private final Supplier<String> tickets;
  private final Random random;

  /**
   * @param tickets returns tickets that have not been redeemed
   */
  RandomRequests(TestNode node, Supplier<String> tickets, Random random) {
    this.node = node;
    this.tickets = tickets;
    this.random = random;
  }

  /** Returns one request with an address that no other request uses. */
  byte[] next() {
    String from = "X-Forwarded-For: " + node.freshAddress();
    String text =
        switch (random.nextInt(11)) {
          case 0 -> RawClient.head("GET /api/proxy/still-alive/status", from);
          case 1 -> RawClient.head("GET /nowhere", from);
          case 2 -> body("POST /api/proxy/daily-code/validate", CODE, from, OWNER, JSON);
          case 3 -> body("POST /api/proxy/daily-code/validate", CODE, from, JSON);
          case 4 -> chunked("POST /api/proxy/daily-code/validate", CODE, from, OWNER, JSON);
          case 5 -> upload(from);
          case 6 ->
              body("PUT /api/proxy/resume", PDF, from, OWNER, "Content-Type: application/pdf");
          case 7 -> RawClient.head("GET /api/proxy/bots/trading/logs/stream", from);
          case 8 ->
              RawClient.head("GET /api/proxy/notifications/stream?ticket=" + tickets.get(), from);
          case 9 -> RawClient.head("GET /audio/" + SONG, from);
          default -> body("GET /audio/" + SONG, "x".repeat(random.nextInt(200_000)), from);
        };
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private String upload(String from) {
    String form = Forms.part("file", "n" + random.nextInt(1_000_000) + ".wav", WAV) + "--b--\r\n";
    return body("POST /audio/upload", form, from, OWNER, Forms.TYPE);
  }

  private static String body(String line, String body, String... headers) {
    return with(line, body, "Content-Length: " + body.length(), headers);
  }

  private static String chunked(String line, String body, String... headers) {
    String chunks = Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n";
    return with(line, chunks, "Transfer-Encoding: chunked", headers);
  }

  private static String with(String line, String body, String framing, String... headers) {
    String[] all = Arrays.copyOf(headers, headers.length + 1);
    all[headers.length] = framing;
    return RawClient.head(line, all) + body;
  }
}
