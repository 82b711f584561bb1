package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.Wavs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Preconditions of reads and writes, in the order of RFC 9110, section 13.2.2. */
class PreconditionsTest {
  private static final String SONG = "/audio/song.wav";
  private static final String SYMBOL = "/api/proxy/historical-data/SPY";
  private static final String RESUME = "/api/proxy/resume";
  private static final String PAST = "Sun, 06 Nov 1994 08:49:37 GMT";
  private static final String FUTURE = "Sat, 06 Nov 2100 08:49:37 GMT";
  private static final byte[] WAV = Wavs.tone(5_000);

  @RegisterExtension static final TestNode NODE = new TestNode();

  @BeforeEach
  void stored() {
    if (NODE.get(SONG).status() == 404) {
      NODE.owner("POST", "/audio/upload").file("file", "song.wav", WAV).send();
    }
    put(1).expect(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "If-Match: ETAG|200",
        "If-Match: *|200",
        "If-Match: \"x\", ETAG|200",
        "If-Match: \"x\"|412",
        "If-Match: W/ETAG|412",
        "If-Match: junk|412",
        "If-Match: \"x\";If-Match: ETAG|200",
        "If-Match: ETAG;If-Unmodified-Since: PAST|200",
        "If-Match: \"x\";If-None-Match: ETAG|412",
        "If-Match: ETAG;If-None-Match: ETAG|304",
        "If-Unmodified-Since: PAST|412",
        "If-Unmodified-Since: FUTURE|200",
        "If-Unmodified-Since: junk|200",
        "If-Unmodified-Since: PAST;If-None-Match: ETAG|412",
        "If-None-Match: ETAG|304",
        "If-None-Match: *|304",
        "If-None-Match: \"x\";If-None-Match: ETAG|304",
        "If-None-Match: \"a,b\", W/ETAG|304",
        "If-None-Match: \"x\";If-Modified-Since: FUTURE|200",
        "If-None-Match: ETAG;If-Modified-Since: PAST|304",
        "If-Modified-Since: FUTURE|304",
        "If-Modified-Since: PAST|200",
        "If-Modified-Since: FUTURE;If-Modified-Since: FUTURE|200"
      })
  void onReading(String headers, int status) throws IOException {
    for (String path : new String[] {SONG, SYMBOL}) {
      String etag = NODE.get(path).header("ETag");
      String[] lines =
          headers.replace("ETAG", etag).replace("PAST", PAST).replace("FUTURE", FUTURE).split(";");
      for (String method : new String[] {"GET ", "HEAD "}) {
        assertEquals(
            status, NODE.ask(method + path, lines).status(), method + path + " " + headers);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "If-Match|\"x\"|412", "If-Match|ETAG|200",
        "If-Match|*|200", "If-None-Match|*|412",
        "If-None-Match|ETAG|412", "If-None-Match|\"x\"|200",
        "If-Unmodified-Since|PAST|412", "If-Unmodified-Since|FUTURE|200",
        "If-Modified-Since|FUTURE|200",
      })
  void onReplacing(String header, String template, int status) {
    String etag = NODE.get(SYMBOL).header("ETag");
    String value = template.replace("ETAG", etag).replace("PAST", PAST).replace("FUTURE", FUTURE);
    put(2).header(header, value).expect(status);
    assertEquals(status == 412, etag.equals(NODE.get(SYMBOL).header("ETag")));
  }

  @Test
  void createsMissingSymbolOnlyWithIfNoneMatch() {
    String path = "/api/proxy/historical-data/NEW";
    put(path, 1).header("If-Match", "*").expect(412);
    NODE.get(path).expect(404);
    put(path, 1).header("If-None-Match", "*").expect(200);
    put(path, 2).header("If-None-Match", "*").expect(412);
    NODE.owner("DELETE", path).header("If-Match", "\"x\"").expect(412);
    String etag = NODE.get(path).header("ETag");
    NODE.owner("DELETE", path).header("If-Match", etag).expect(200);
  }

  @Test
  void appliesIfMatchToDelete() {
    NODE.owner("DELETE", SONG).header("If-Match", "\"x\"").expect(412);
    String etag = NODE.get(SONG).header("ETag");
    NODE.owner("DELETE", SONG).header("If-Match", etag).expect(200);
    NODE.get(SONG).expect(404);
  }

  /** Adding bars changes the symbol, so its preconditions apply. */
  @Test
  void appliesIfMatchToAppendingBars() {
    String bars =
        "{\"bars\":[{\"timeUtc\":\"2024-01-02T00:00:00Z\",\"open\":1,\"high\":1,\"low\":1,\"close\":1}]}";
    String path = SYMBOL + "/bars";
    String type = "application/json";
    NODE.owner("POST", path).header("If-Match", "\"x\"").body(type, bars).expect(412);
    String etag = NODE.get(SYMBOL).header("ETag");
    Client.Reply reply = NODE.owner("POST", path).header("If-Match", etag).body(type, bars).send();
    assertTrue(reply.status() < 300, reply.text());
  }

  @Test
  void appliesPreconditionsToResume() {
    resume("one").header("If-Match", "*").expect(412);
    resume("one").header("If-None-Match", "*").expect(200);
    String etag = NODE.owner("POST", RESUME + "/download").send().header("ETag");
    resume("two").header("If-Match", "\"x\"").expect(412);
    resume("two").header("If-Match", etag).expect(200);
    resume("three").header("If-Match", etag).expect(412);
    assertTrue(NODE.owner("POST", RESUME + "/download").send().text().contains("two"));
  }

  @Test
  void sendsDistinctEtagsForGzipAndPlain() throws IOException {
    String page = SYMBOL + "?format=json";
    many();
    try (RawClient raw = NODE.raw()) {
      RawClient.Reply plain = raw.ask("GET " + page);
      RawClient.Reply small = raw.ask("GET " + page, "Accept-Encoding: gzip");
      assertEquals("gzip", small.header("Content-Encoding"));
      assertFalse(plain.header("ETag").equals(small.header("ETag")), small.header("ETag"));
      for (RawClient.Reply known : new RawClient.Reply[] {plain, small}) {
        RawClient.Reply same =
            raw.ask(
                    "GET " + page,
                    "Accept-Encoding: gzip",
                    "If-None-Match: " + known.header("ETag"))
                .expect(304);
        for (String name : new String[] {"ETag", "Vary", "Cache-Control", "Last-Modified"}) {
          assertEquals(small.header(name), same.header(name), name);
        }
        assertNotNull(same.header("Date"));
      }
    }
  }

  @Test
  void sendsVaryOn304ForOpenApiDocument() throws IOException {
    try (RawClient raw = NODE.raw()) {
      RawClient.Reply whole = raw.ask("GET /openapi.json", "Accept-Encoding: gzip");
      RawClient.Reply same =
          raw.ask(
                  "GET /openapi.json",
                  "Accept-Encoding: gzip",
                  "If-None-Match: \"x\"",
                  "If-None-Match: " + whole.header("ETag"))
              .expect(304);
      assertEquals(whole.header("Vary"), same.header("Vary"));
      assertTrue(same.header("Vary").contains("Accept-Encoding"));
    }
  }

  private void many() {
    var csv = new StringBuilder("date,open,high,low,close\n");
    for (int day = 1; day <= 28; day++) {
      csv.append(String.format(Locale.ROOT, "2024-01-%02d,1,1,1,1\n", day));
    }
    put(SYMBOL, csv.toString()).expect(200);
  }

  private Client.Request put(int price) {
    return put(SYMBOL, price);
  }

  private Client.Request put(String path, int price) {
    return put(path, "date,open,high,low,close\n2024-01-01,P,P,P,P\n".replace("P", "" + price));
  }

  private Client.Request put(String path, String csv) {
    return NODE.owner("PUT", path).body("text/csv", csv);
  }

  private Client.Request resume(String text) {
    byte[] pdf = ("%PDF-1.4\n" + text).getBytes(StandardCharsets.UTF_8);
    return NODE.owner("PUT", RESUME).body("application/pdf", pdf);
  }
}
