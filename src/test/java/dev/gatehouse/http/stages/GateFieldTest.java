package dev.gatehouse.http.stages;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Wavs;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Requests from public reports about gates. None of them may cost its client the access. */
class GateFieldTest {
  private static final String ALIVE = "/api/proxy/still-alive/status";

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .behindProxy()
          .with("LIMITS_DEFAULT_PER_MINUTE=45 PUBLIC_URL=https://api.example.org")
          .with(
              "CORS_ORIGINS",
              "https://app.example.org, https://Shop.Example.org:443/, https://*.example.net,"
                  + " https://bücher.example, moz-extension://*,"
                  + " chrome-extension://nngceckbapebfimnlniiiahkandclblb");

  private static String wav;
  private static String token;

  @BeforeAll
  static void prepare() {
    Client client = NODE.client();
    token = client.token(TestNode.CODE);
    Client.Reply stored =
        client
            .owner("POST", "/audio/upload")
            .from(NODE.freshAddress())
            .file("file", "field.wav", Wavs.tone(100))
            .send();
    assertTrue(stored.status() < 300, stored.text());
    wav = stored.json().getString("filename");
  }

  @ParameterizedTest
  @CsvFileSource(
      resources = "/field/gate.tsv",
      delimiter = '\t',
      quoteCharacter = '\0',
      maxCharsPerColumn = -1,
      nullValues = "-")
  void answersReportedRequest(
      String source,
      String client,
      String method,
      String path,
      String headers,
      int status,
      String text,
      int times,
      String body) {
    String address = client.equals("proxy") ? null : NODE.freshAddress();
    for (int i = 0; i < times; i++) {
      Client.Request request = request(method, filled(path), address);
      if (headers != null) {
        for (String header : headers.split(" ~ ")) {
          int colon = header.indexOf(':');
          String value = filled(header.substring(colon + 1).strip());
          if (body != null && header.startsWith("Content-Type:")) {
            request.body(value, body);
          } else {
            request.header(header.substring(0, colon), value);
          }
        }
      }
      Client.Reply reply = request.send();
      assertEquals(status, reply.status(), () -> source + ": " + reply.text());
      assertTrue(text == null || whole(reply).contains(text), () -> source + whole(reply));
    }
    assertEquals(200, request("GET", ALIVE, address).send().status(), source);
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/field/ordinary-paths.tsv", delimiter = '\t')
  void bansNoOrdinaryProgram(String path, String program) {
    String address = NODE.freshAddress();
    assertNotEquals(403, request("GET", path, address).send().status(), program);
    assertEquals(200, request("GET", ALIVE, address).send().status(), program);
  }

  private static Client.Request request(String method, String path, String address) {
    Client.Request request = NODE.request(method, path);
    return address == null ? request : request.from(address);
  }

  private static String filled(String text) {
    return text.replace("{wav}", wav).replace("{token}", token).replace("{key}", TestNode.KEY);
  }

  private static String whole(Client.Reply reply) {
    StringBuilder all = new StringBuilder();
    reply
        .response()
        .headers()
        .map()
        .forEach((name, values) ->
            values.forEach(value -> all.append(name).append(": ").append(value).append('\n')));
    return all + reply.text();
  }
}
