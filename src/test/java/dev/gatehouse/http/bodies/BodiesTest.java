package dev.gatehouse.http.bodies;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client.Reply;
import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A body that does not match its Content-Digest is rejected and not stored, for streamed and JSON
 * bodies. RIGHT256 and RIGHT512 in the rows represent the body's digests. An invalid body gets all
 * its errors at once. Forms are in the bytes that real programs and public reports have sent.
 */
class BodiesTest {
  private static final String SPY = "/api/proxy/historical-data/SPY";
  private static final String CSV = "date,open,high,low,close\n2026-01-02,1,2,0.5,1.5\n";
  private static final String BARS =
      "{\"bars\":[{\"timeUtc\":\"2026-02-01\",\"open\":1,\"high\":2,\"low\":1,\"close\":2}]}";
  private static final String WRONG256 = "sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:";
  private static final String DIFFERS = "the body does not match its Content-Digest";
  private static final String UNREADABLE = "Content-Digest must have the form sha-256=:base64:";

  @RegisterExtension static final TestNode NODE = TestNode.shared();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          RIGHT256
          RIGHT512
          RIGHT256, RIGHT512
          md5=:1B2M2Y8AsgTpgAmY7PhCfg==:, RIGHT256;from=here
          unixsum=:AAAA:
          """)
  void acceptsRightDigestsAndUnknownAlgorithms(String field) throws Exception {
    put(field, CSV).expect(200);
    post(field, BARS).expect(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          WRONG256           | differs
          WRONG256, RIGHT512 | differs
          RIGHT256, sha-512=:AAAA: | differs
          sha-256=AAAA       | unreadable
          sha-256=:A:        | unreadable
          sha-256            | unreadable
          RIGHT256,          | unreadable
          RIGHT256, nonsense | unreadable
          """)
  void rejectsWrongDigestsAndStoresNothing(String field, String why) throws Exception {
    NODE.owner("DELETE", SPY).send();
    int before = NODE.blobs().size();
    String error = why.equals("differs") ? DIFFERS : UNREADABLE;
    for (Reply refused : new Reply[] {put(field, CSV), post(field, BARS)}) {
      refused.expect(400);
      assertEquals(error, refused.error());
      assertEquals("Content-Digest", refused.json().getString("param"));
    }
    NODE.get(SPY).expect(404);
    Waiting.until(() -> NODE.blobs().size() <= before);
  }

  @Test
  void hashesScreenedUploadAsReceived() throws Exception {
    String pdf = "%PDF-1.7\n1 0 obj\nendobj\ntrailer\n%%EOF\n";
    String path = "/api/proxy/resume";
    assertEquals(DIFFERS, send("PUT", path, "application/pdf", WRONG256, pdf).expect(400).error());
    Reply kept = send("PUT", path, "application/pdf", "RIGHT256, RIGHT512", pdf);
    assertTrue(kept.status() == 200, kept.text());
  }

  private static Reply put(String field, String csv) throws Exception {
    return send("PUT", SPY, "text/csv", field, csv);
  }

  private static Reply post(String field, String json) throws Exception {
    return send("POST", SPY + "/bars", "application/json", field, json);
  }

  private static Reply send(String method, String path, String type, String field, String body)
      throws Exception {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    String filled =
        field
            .replace("WRONG256", WRONG256)
            .replace("RIGHT256", "sha-256=" + digest("SHA-256", bytes))
            .replace("RIGHT512", "sha-512=" + digest("SHA-512", bytes));
    return NODE.owner(method, path).header("Content-Digest", filled).body(type, bytes).send();
  }

  private static String digest(String algorithm, byte[] body) throws Exception {
    byte[] digest = MessageDigest.getInstance(algorithm).digest(body);
    return ":" + Base64.getEncoder().encodeToString(digest) + ":";
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/api/proxy/redirects | {} | key is required, url is required",
        "/api/proxy/redirects | {\"key\":\"a\",\"url\":7,\"clicks\":-1} | url must be of type string,"
            + " clicks must be at least 0",
        "/api/proxy/redirects | {\"key\":\"a\"} | ''",
        "/api/proxy/redirects | {\"key\":\"a\",\"url\":\"https://a.example/\",\"x\":1} | ''",
        "/games/blockgame/operators | {\"operators\":[{\"name\":\"\",\"level\":9}]} |"
            + " operators[0].name must have at least 1 characters, operators[0].level must be at most"
            + " 4",
      })
  void namesAllFields(String path, String body, String errors) {
    JsonObject json = NODE.owner("POST", path).json(new JsonObject(body)).expect(400).json();
    if (errors.isEmpty()) {
      assertFalse(json.containsKey("errors"), json.encode());
      return;
    }
    List<JsonObject> all =
        json.getJsonArray("errors").stream().map(JsonObject.class::cast).toList();
    assertEquals(
        errors,
        all.stream().map(each -> each.getString("error")).collect(Collectors.joining(", ")));
    assertEquals(json.getString("error"), all.getFirst().getString("error"));
    assertEquals(json.getString("param"), all.getFirst().getString("param"));
    assertEquals(json.getString("code"), all.getFirst().getString("code"));
  }

  private static final Map<String, String> PATHS =
      Map.of(
          "audio", "/audio/upload",
          "save", "/games/blockgame/save",
          "dna", "/services/DNA");

  /** Eight samples of eight bits. */
  private static final String WAV =
      "RIFF,\\x00\\x00\\x00WAVEfmt \\x10\\x00\\x00\\x00\\x01\\x00\\x01\\x00@\\x1f\\x00\\x00@\\x1f\\x00\\x00"
          + "\\x01\\x00\\x08\\x00data\\x08\\x00\\x00\\x00@~\\x10\\x80\\x01\\x02\\x03\\x04";

  private static final Pattern ESCAPE = Pattern.compile("\\\\(x..|.)");

  /**
   * @param outcome stored file name if the form is accepted, and otherwise the error
   */
  @ParameterizedTest
  @CsvFileSource(
      resources = "/field/uploads.tsv",
      delimiter = '\t',
      quoteCharacter = '\0',
      maxCharsPerColumn = -1)
  void answersReportedForm(
      String source, String kind, String type, String form, int status, String outcome)
      throws IOException {
    byte[] body = bytes(form.replace("{wav}", WAV));
    try (RawClient raw = NODE.raw()) {
      RawClient.Reply reply =
          raw.send(
                  RawClient.head(
                      "POST " + PATHS.get(kind),
                      "X-API-Key: " + TestNode.KEY,
                      "Content-Type: " + type,
                      "Content-Length: " + body.length))
              .send(body)
              .read();
      assertEquals(status, reply.status(), () -> source + ": " + reply.text());
      String key =
          status > 201
              ? "error"
              : Map.of("audio", "originalName", "save", "filename", "dna", "message").get(kind);
      assertEquals(
          new String(bytes(outcome), StandardCharsets.UTF_8), reply.json().getString(key), source);
      assertEquals(200, raw.ask("GET /api/proxy/still-alive/status").status(), source);
    }
  }

  /** Returns the bytes of a text in UTF-8 with Java's escapes and bytes such as \xff. */
  private static byte[] bytes(String text) {
    Function<MatchResult, String> unescaped =
        escape ->
            Matcher.quoteReplacement(
                switch (escape.group(1).charAt(0)) {
                  case 'e' -> "";
                  case 'r' -> "\r";
                  case 'n' -> "\n";
                  case 'x' -> Character.toString(Integer.parseInt(escape.group(1), 1, 3, 16));
                  default -> escape.group(1);
                });
    String latin = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    return ESCAPE.matcher(latin).replaceAll(unescaped).getBytes(StandardCharsets.ISO_8859_1);
  }
}
