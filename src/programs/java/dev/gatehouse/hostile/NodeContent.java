package dev.gatehouse.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import module java.base;

import dev.gatehouse.RawClient;
import dev.gatehouse.packaged.Waves;
import io.vertx.core.json.JsonObject;

/** Stores files and a product in a node, which witnesses and attackers then read. */
final class NodeContent {
  private static final int SONG_BYTES = 12_000_000;
  private static final int BASES = 8_000_000;
  private static final int ROWS = 150_000;
  private static final int CREATED = 201;
  private static final int OK = 200;
  private static final String SONG = "song.wav";
  private static final String MARKET = "/api/proxy/historical-data/SPY";
  private static final String JSON = "Content-Type: application/json";

  private final WitnessClient client;
  private final String key;

  private NodeContent(AttackedNode node) {
    client =
        new WitnessClient(new WitnessRecord(), node.address(), SourceAddresses.ofWitness(4, 0));
    key = "X-API-Key: " + node.key();
  }

  /** Fills a new node, and returns the paths of its content. */
  static AttackTargets fill(AttackedNode node) throws IOException {
    return new NodeContent(node).fill();
  }

  private AttackTargets fill() throws IOException {
    byte[] song = Witness.form("file", SONG, Waves.wav(SONG_BYTES, 5));
    sent(CREATED, Witness.request("POST /audio/upload", song, key, Witness.FORM));
    byte[] dna = Witness.form("dnaFile", "dna.txt", bases());
    String id =
        sent(CREATED, Witness.request("POST " + AttackTargets.DNA, dna, Witness.FORM))
            .json()
            .getString("id");
    sent(OK, Witness.request("PUT " + MARKET, rows(), key, "Content-Type: text/csv"));
    return new AttackTargets(
        List.of(
            "/audio/" + SONG, AttackTargets.DNA + '/' + id, MARKET + "/csv", MARKET + "/download"),
        cart());
  }

  private String cart() throws IOException {
    var book =
        new JsonObject()
            .put("name", "A book")
            .put("price", 7)
            .put("stock", JsonObject.of("one", 100));
    byte[] body = book.encode().getBytes(ISO_8859_1);
    sent(CREATED, Witness.request("POST /api/proxy/products", body, key, JSON));
    JsonObject listed =
        sent(OK, Witness.get("/storefront/products"))
            .json()
            .getJsonArray("products")
            .getJsonObject(0);
    return "/cart/" + listed.getJsonArray("variants").getJsonObject(0).getString("legacyId") + ":1";
  }

  private RawClient.Reply sent(int expected, byte[] request) throws IOException {
    RawClient.Reply reply = client.send(expected, request);
    if (reply == null) {
      String line = new String(request, 0, 60, ISO_8859_1).lines().findFirst().orElse("");
      throw new IOException(line + ": " + client.record().kinds());
    }
    return reply;
  }

  private static byte[] bases() {
    byte[] bases = new byte[BASES];
    var random = new Random(7);
    for (int i = 0; i < bases.length; i++) {
      bases[i] = (byte) "ACGT".charAt(random.nextInt(4));
    }
    return bases;
  }

  private static byte[] rows() {
    StringBuilder csv = new StringBuilder("timeUtc,open,high,low,close\n");
    IntStream.range(0, ROWS)
        .forEach(i ->
            csv.append(1_600_000_000L + 60L * i).append(",1.25,2.5,0.75,").append(i).append('\n'));
    return csv.toString().getBytes(ISO_8859_1);
  }
}
