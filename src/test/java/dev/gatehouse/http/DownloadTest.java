package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.Wavs;
import dev.gatehouse.Words;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Downloads: whole and by ranges, conditional, cold from the frames and hot from the cache. */
class DownloadTest {
  private static final String PATH = "/audio/ranges-hot.wav";
  private static final String COLD = "/audio/ranges-cold.wav";
  private static final byte[] WAV = Wavs.tone(1_000_000);
  private static final int SIZE = WAV.length;

  @RegisterExtension static final TestNode NODE = TestNode.shared();

  private static Client client;
  private static String etag;
  private static String modified;

  @BeforeAll
  static void upload() throws Exception {
    client = NODE.client();
    for (String name : new String[] {"ranges-hot.wav", "ranges-cold.wav"}) {
      client.owner("POST", "/audio/upload").file("file", name, WAV).expect(201);
    }
    Client.Reply first = client.get(PATH);
    etag = first.header("ETag");
    modified = first.header("Last-Modified");
    // A busy node leaves a file encoded, until it is requested again.
    Waiting.until(() -> {
      client.get(PATH).expect(200);
      return hot();
    });
  }

  @Test
  void returnsWholeFile() {
    for (String path : new String[] {PATH, COLD}) {
      Client.Reply reply = client.get(path).expect(200);
      assertEquals("audio/wav", reply.header("Content-Type"));
      assertEquals("bytes", reply.header("Accept-Ranges"));
      assertEquals("public, max-age=3600", reply.header("Cache-Control"));
      assertEquals(Integer.toString(SIZE), reply.header("Content-Length"));
      assertTrue(reply.header("ETag").matches("\"[^\"]+\""));
      assertNotNull(reply.header("Last-Modified"));
      assertArrayEquals(WAV, reply.bytes());
    }
  }

  static Stream<Arguments> ranges() {
    int last = SIZE - 1;
    return Stream.of(
        Arguments.of("bytes=0-0", 0, 0),
        Arguments.of("bytes=1000-1999", 1_000, 1_999),
        Arguments.of("bytes=0-", 0, last),
        Arguments.of("bytes=1500000-", 1_500_000, last),
        Arguments.of("bytes=" + last + "-", last, last),
        Arguments.of("bytes=-1", last, last),
        Arguments.of("bytes=-70000", SIZE - 70_000, last),
        Arguments.of("bytes=-99999999", 0, last),
        Arguments.of("bytes=5-99999999", 5, last),
        Arguments.of("bytes=5-9999999999999999999999999", 5, last),
        Arguments.of("bytes=-9999999999999999999999999", 0, last),
        Arguments.of("Bytes=10-19", 10, 19),
        Arguments.of("bytes= 10-19 ", 10, 19));
  }

  @ParameterizedTest
  @MethodSource("ranges")
  void returnsRange(String range, int first, int last) {
    for (String path : new String[] {PATH, COLD}) {
      Client.Reply reply = client.request("GET", path).header("Range", range).expect(206);
      assertEquals("bytes " + first + "-" + last + "/" + SIZE, reply.header("Content-Range"));
      assertEquals(Integer.toString(last - first + 1), reply.header("Content-Length"));
      assertArrayEquals(Arrays.copyOfRange(WAV, first, last + 1), reply.bytes());
    }
  }

  /**
   * The client gets an error or a truncated body without delay, and never the promised number of
   * bytes.
   */
  @ParameterizedTest
  @CsvSource({
    "POST /audio/upload, /audio/cut.wav",
    "PUT /api/proxy/resume, /api/proxy/resume/download",
    "PUT /api/proxy/historical-data/CUT, /api/proxy/historical-data/CUT/download",
    "PUT /api/proxy/historical-data/CUT, /api/proxy/historical-data/CUT/csv",
    "PUT /api/proxy/historical-data/CUT, /api/proxy/historical-data/CUT?format=json"
  })
  void servesNoTruncatedFileAsComplete(String upload, String download) throws IOException {
    List<Path> before = NODE.blobs();
    String[] line = upload.split(" ");
    Client.Request request = client.owner(line[0], line[1]);
    if (download.endsWith(".wav")) {
      request.file("file", "cut.wav", WAV);
    } else if (download.contains("CUT")) {
      request.body("text/csv", days());
    } else {
      byte[] pdf = Arrays.copyOf("%PDF-1.7\n".getBytes(StandardCharsets.US_ASCII), 90_000);
      request.body("application/pdf", pdf);
    }
    assertTrue(request.send().status() < 300);
    for (Path file : NODE.blobs()) {
      if (!before.contains(file)) {
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), (int) Files.size(file) / 2));
      }
    }
    String asked = (download.contains("resume") ? "POST " : "GET ") + download;
    try (RawClient raw = NODE.raw()) {
      int status = raw.ask(asked, "X-API-Key: " + TestNode.KEY, "Content-Length: 0").status();
      assertTrue(status >= 500, "status " + status);
    } catch (EOFException | SocketException broken) {
      // the client detects that the file is incomplete
    }
  }

  private static byte[] days() {
    LocalDate first = LocalDate.of(1990, 1, 1);
    return IntStream.range(0, 5_000)
        .mapToObj(i -> first.plusDays(i) + ",1." + i + ",2." + i + ",1.0,1." + i)
        .collect(Collectors.joining("\n", "timeUtc,open,high,low,close\n", "\n"))
        .getBytes(StandardCharsets.US_ASCII);
  }

  @ParameterizedTest
  @Words(
      """
      bytes=0-1,5-9 bytes=9-5 bytes= bytes=- bytes=a-b items=0-5 0-5 bytes=0-5-9 bytes=--5 bytes=0x0-5
      """)
  void whatIsNoSingleRangeGetsTheWhole(String range) {
    assertEquals(
        SIZE, client.request("GET", PATH).header("Range", range).expect(200).bytes().length);
  }

  @ParameterizedTest
  @Words(
      """
      bytes=2000044- bytes=99999999- bytes=2000044-2000050 bytes=-0 bytes=9999999999999999999999-
      """)
  void aRangeBeyondTheEndIsRefused(String range) {
    Client.Reply reply = client.request("GET", PATH).header("Range", range).expect(416);
    assertEquals("bytes */" + SIZE, reply.header("Content-Range"));
    assertNotNull(reply.error());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ETAG|206", "W/ETAG|200", "\"other\"|200", "MODIFIED|206",
        "RFC850|206", "ASCTIME|206", "Sun, 06 Nov 1994 08:49:37 GMT|200", "junk|200",
      })
  void evaluatesIfRange(String template, int status) {
    ZonedDateTime time = ZonedDateTime.parse(modified, DateTimeFormatter.RFC_1123_DATE_TIME);
    String value =
        template
            .replace("ETAG", etag)
            .replace("MODIFIED", modified)
            .replace("RFC850", form("EEEE, dd-MMM-yy HH:mm:ss 'GMT'", time))
            .replace("ASCTIME", form("EEE MMM ppd HH:mm:ss yyyy", time));
    client
        .request("GET", PATH)
        .header("Range", "bytes=0-9")
        .header("If-Range", value)
        .expect(status);
  }

  private static String form(String pattern, ZonedDateTime time) {
    return DateTimeFormatter.ofPattern(pattern, Locale.US).format(time);
  }

  /** Ranges apply to GET only. */
  @Test
  void returnsHeadersOfGetForHead() throws IOException {
    try (RawClient raw = NODE.raw()) {
      RawClient.Reply get = raw.ask("GET " + PATH);
      for (String range : new String[] {"X-None: 1", "Range: bytes=5-9", "Range: bytes=9999999-"}) {
        RawClient.Reply head = raw.ask("HEAD " + PATH, range).expect(200);
        for (String own : new String[] {"X-Request-Id", "Date"}) {
          head.headers().remove(own);
          get.headers().remove(own);
        }
        assertEquals(get.headers(), head.headers());
      }
    }
  }

  @Test
  void sendsUncompressedBytes() {
    Client.Reply reply =
        client.request("GET", PATH).header("Accept-Encoding", "gzip, deflate, br").send();
    assertTrue(
        reply.header("Content-Encoding") == null
            || reply.header("Content-Encoding").equals("identity"));
    assertArrayEquals(WAV, reply.bytes());
  }

  @Test
  void returnsExactRandomRanges() {
    var random = new Random(7);
    for (int i = 0; i < 40; i++) {
      int first = random.nextInt(SIZE);
      int last = Math.min(SIZE - 1, first + random.nextInt(300_000));
      String path = i % 2 == 0 ? PATH : COLD;
      byte[] part =
          client.request("GET", path).header("Range", "bytes=" + first + "-" + last).send().bytes();
      assertArrayEquals(Arrays.copyOfRange(WAV, first, last + 1), part);
    }
  }

  @Test
  void returns404ForUnknownName() {
    assertNull(client.get("/audio/none.wav").header("ETag"));
    assertEquals("no-store", client.get("/audio/none.wav").header("Cache-Control"));
    client.get("/audio/none.wav").expect(404, "audio_file_not_found");
  }

  /**
   * Returns whether the decoded file is ready for sendFile, with the same size and bytes as the
   * WAV.
   */
  private static boolean hot() throws IOException {
    try (Stream<Path> files = Files.walk(NODE.data())) {
      return files.anyMatch(file -> Files.isRegularFile(file) && file.toFile().length() == SIZE);
    }
  }
}
