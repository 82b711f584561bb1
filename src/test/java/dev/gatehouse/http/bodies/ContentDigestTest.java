package dev.gatehouse.http.bodies;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client.Reply;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A body that does not match its Content-Digest is rejected and not stored, for streamed and JSON
 * bodies. RIGHT256 and RIGHT512 in the rows represent the body's digests.
 */
class ContentDigestTest {
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
  void rightOnesAndUnknownAlgorithmsPass(String field) throws Exception {
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
  void wrongOnesAreRefusedAndNothingIsKept(String field, String why) throws Exception {
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
}
