package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.Wavs;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Bits that flip on the disk in stored files whose format has checksums: no reply with them is
 * complete.
 */
@Tag("slow")
class FlippedBitsTest {
  private static final int FLIPS = 45;
  private static final String BARS = "/api/proxy/historical-data/FLIP";

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          // A decoded copy would hide the damage of the stored frames.
          .with("MEDIA_CACHE_SIZE", "0B");

  /** A kind of stored file: how it is stored, and how it is requested. */
  enum Kind {
    CSV(FlippedBitsTest::bars, () -> "GET " + BARS + "/csv", "Accept: */*"),
    CANDLES(FlippedBitsTest::bars, () -> "GET " + BARS + "/candles?interval=week", "Accept: */*"),
    PAGE(FlippedBitsTest::bars, () -> "GET " + BARS + "?format=json", "Accept: */*"),
    WAV(FlippedBitsTest::wav, () -> "GET /audio/flip.wav", "Range: bytes=0-"),
    DNA(FlippedBitsTest::dna, () -> "GET /services/DNA/" + dna, "Accept: */*");

    private final Consumer<Client> stored;
    private final java.util.function.Supplier<String> line;
    private final String header;

    Kind(Consumer<Client> stored, java.util.function.Supplier<String> line, String header) {
      this.stored = stored;
      this.line = line;
      this.header = header;
    }
  }

  private static String dna;

  private static void bars(Client client) {
    LocalDate first = LocalDate.of(1990, 1, 1);
    String days =
        IntStream.range(0, 6_000)
            .mapToObj(i -> first.plusDays(i) + ",1." + i + ",2." + i + ",1.0,1." + i)
            .collect(Collectors.joining("\n", "timeUtc,open,high,low,close\n", "\n"));
    put(client, BARS, "text/csv", days.getBytes(StandardCharsets.US_ASCII));
  }

  private static void put(Client client, String path, String type, byte[] body) {
    Client.Reply reply = client.owner("PUT", path).body(type, body).send();
    assertTrue(reply.status() < 300, reply::text);
  }

  private static void wav(Client client) {
    Client.Request request = client.owner("POST", "/audio/upload");
    assertTrue(request.file("file", "flip.wav", Wavs.tone(300_000)).send().status() < 300);
  }

  private static void dna(Client client) {
    String letters = "ACGT".repeat(40_000);
    Client.Request request = client.owner("POST", "/services/DNA");
    dna = request.json(JsonObject.of("dna", letters)).answer().getString("id");
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void servesNoFlippedBitAsComplete(Kind kind) throws IOException {
    List<Path> before = NODE.blobs();
    kind.stored.accept(NODE.client());
    String line = kind.line.get();
    byte[] right = complete(line, kind.header).orElseThrow();
    List<Path> files = new ArrayList<>(NODE.blobs());
    files.removeAll(before);
    Random random = new Random(kind.ordinal());
    int refused = 0;
    for (int i = 0; i < FLIPS; i++) {
      Path file = files.get(i % files.size());
      long at = random.nextLong(Files.size(file));
      int bit = random.nextInt(8);
      flip(file, at, bit);
      Optional<byte[]> served = complete(line, kind.header);
      flip(file, at, bit);
      refused += served.isEmpty() ? 1 : 0;
      if (served.isPresent()) {
        assertArrayEquals(right, served.get(), kind + " flipped at " + at + " of " + file);
      }
    }
    // A page of bars reads a small part of its files.
    assertTrue(kind == Kind.PAGE || refused > FLIPS / 20, kind + " refused " + refused);
    assertArrayEquals(right, complete(line, kind.header).orElseThrow(), "repaired");
  }

  /** Returns the body of a complete successful reply. */
  private static Optional<byte[]> complete(String line, String header) {
    try (RawClient raw = NODE.raw()) {
      String length = line.startsWith("POST ") ? "Content-Length: 0" : "Accept-Language: en";
      RawClient.Reply reply = raw.ask(line, "X-API-Key: " + TestNode.KEY, header, length);
      return reply.status() < 300 ? Optional.of(reply.body()) : Optional.empty();
    } catch (IOException incomplete) {
      return Optional.empty();
    }
  }

  private static void flip(Path file, long at, int bit) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer one = ByteBuffer.allocate(1);
      channel.read(one, at);
      one.put(0, (byte) (one.get(0) ^ 1 << bit)).rewind();
      channel.write(one, at);
    }
  }
}
