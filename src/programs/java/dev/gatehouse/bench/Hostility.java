package dev.gatehouse.bench;

import module java.base;

/**
 * Attacks on a node. Each uses a separate connection, which is closed or reset, and one of several
 * thousand addresses, half of which may be banned.
 */
final class Hostility {
  private static final int READ_MILLIS = 3_000;
  private static final int ADDRESSES = 2_000;
  private static final int LONGEST_BODY = 869_000;
  private static final int LONGEST_JUNK = 20_000;
  private static final int PIPELINED = 100;
  private static final List<String> BAITS =
      List.of("/.env", "/wp-login.php", "/a/../../etc/passwd", "/.git/config", "/x.php");
  private static final List<String> LARGE = List.of("/openapi.json", "/swagger", "/audio");

  private final List<Attack> attacks =
      List.of(
          this::junk,
          this::halfHead,
          this::wrongCode,
          this::forgedToken,
          this::wrongKey,
          this::bait,
          this::unknownPath,
          this::largeJson,
          this::brokenBody,
          this::brokenUpload,
          this::compressed,
          this::range,
          this::pipeline,
          this::eventStream,
          this::manyHeaders);

  private final int port;

  Hostility(int port) {
    this.port = port;
  }

  private interface Attack {
    void run(Random random, Socket socket) throws IOException;
  }

  /** Makes one attack; what the node answers, or that it hangs up, is its own business. */
  void attack(Random random) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(READ_MILLIS);
      if (random.nextBoolean()) {
        // Closing then resets the connection, even with unread data.
        socket.setSoLinger(true, 0);
      }
      attacks.get(random.nextInt(attacks.size())).run(random, socket);
    } catch (IOException refused) {
      // A gate that hangs up on this has understood it.
    }
  }

  private void junk(Random random, Socket socket) throws IOException {
    byte[] bytes = new byte[1 + random.nextInt(LONGEST_JUNK)];
    random.nextBytes(bytes);
    send(socket, bytes);
    answer(random, socket);
  }

  private void halfHead(Random random, Socket socket) throws IOException {
    String head = head(random, "GET", "/deployment/info", "");
    send(socket, bytes(head.substring(0, random.nextInt(head.length()))));
  }

  private void wrongCode(Random random, Socket socket) throws IOException {
    json(random, socket, "/api/proxy/auth/validate-access", "{\"code\":\"" + word(random) + "\"}");
  }

  private void forgedToken(Random random, Socket socket) throws IOException {
    String token = word(random) + "." + word(random) + "." + word(random);
    get(random, socket, "/deployment/info", "Authorization: Bearer " + token + "\r\n");
  }

  private void wrongKey(Random random, Socket socket) throws IOException {
    get(random, socket, "/deployment/info", "X-API-Key: " + word(random) + "\r\n");
  }

  private void bait(Random random, Socket socket) throws IOException {
    get(random, socket, BAITS.get(random.nextInt(BAITS.size())), "");
  }

  private void unknownPath(Random random, Socket socket) throws IOException {
    get(random, socket, "/" + word(random) + "/" + word(random), "");
  }

  private void largeJson(Random random, Socket socket) throws IOException {
    StringBuilder body = new StringBuilder("{\"dna\":\"ACGT\"");
    int length = random.nextInt(LONGEST_BODY);
    while (body.length() < length) {
      body.append(",\"").append(word(random)).append("\":1");
    }
    json(random, socket, "/services/DNA", body.append('}').toString());
  }

  private void brokenBody(Random random, Socket socket) throws IOException {
    String type = "Content-Type: application/json\r\nContent-Length: " + LONGEST_BODY + "\r\n";
    send(socket, bytes(head(random, "POST", "/services/DNA", type)));
    send(socket, new byte[random.nextInt(LONGEST_JUNK)]);
  }

  private void brokenUpload(Random random, Socket socket) throws IOException {
    String fields =
        "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: " + LONGEST_BODY + "\r\n";
    send(socket, bytes(head(random, "POST", "/services/DNA", fields)));
    send(
        socket,
        bytes("--b\r\nContent-Disposition: form-data; name=\"dnaFile\"; filename=\"f\"\r\n\r\n"));
    byte[] letters = new byte[random.nextInt(LONGEST_BODY)];
    java.util.Arrays.fill(letters, (byte) 'A');
    send(socket, letters);
    answer(random, socket);
  }

  private void compressed(Random random, Socket socket) throws IOException {
    String path = LARGE.get(random.nextInt(LARGE.size()));
    get(random, socket, path, "Accept-Encoding: gzip\r\n");
  }

  private void range(Random random, Socket socket) throws IOException {
    int first = random.nextInt(HostileBench.WAV_MEGABYTES * 1_000_000);
    String range = "Range: bytes=" + first + "-" + (first + random.nextInt(1 << 20)) + "\r\n";
    get(random, socket, "/audio/" + HostileBench.WAV, range);
  }

  private void pipeline(Random random, Socket socket) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] one = bytes(head(random, "GET", "/deployment/info", ""));
    for (int i = random.nextInt(PIPELINED); i >= 0; i--) {
      all.writeBytes(one);
    }
    send(socket, all.toByteArray());
    answer(random, socket);
  }

  private void eventStream(Random random, Socket socket) throws IOException {
    get(random, socket, "/api/proxy/bots/trading/logs/stream", "Accept: text/event-stream\r\n");
  }

  private void manyHeaders(Random random, Socket socket) throws IOException {
    StringBuilder fields = new StringBuilder();
    for (int i = random.nextInt(200); i >= 0; i--) {
      fields.append("X-").append(word(random)).append(": ").append(word(random)).append("\r\n");
    }
    get(random, socket, "/deployment/info", fields.toString());
  }

  private void get(Random random, Socket socket, String path, String fields) throws IOException {
    send(socket, bytes(head(random, "GET", path, fields)));
    answer(random, socket);
  }

  private void json(Random random, Socket socket, String path, String body) throws IOException {
    String fields = "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n";
    send(socket, bytes(head(random, "POST", path, fields) + body));
    answer(random, socket);
  }

  private static String head(Random random, String method, String path, String fields) {
    int address = random.nextInt(ADDRESSES);
    return method
        + " "
        + path
        + " HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 198."
        + (18 + address % 2)
        + "."
        + address / 256
        + "."
        + address % 256
        + "\r\n"
        + fields
        + "\r\n";
  }

  private static String word(Random random) {
    return Long.toString(random.nextLong() >>> 1, Character.MAX_RADIX);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static void send(Socket socket, byte[] bytes) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(bytes);
    out.flush();
  }

  /** Reads some of what comes: nothing, the beginning, or all that fits. */
  private static void answer(Random random, Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    byte[] some = new byte[1 + random.nextInt(1 << 16)];
    for (int reads = random.nextInt(3); reads > 0; reads--) {
      if (in.read(some) < 0) {
        return;
      }
    }
  }
}
