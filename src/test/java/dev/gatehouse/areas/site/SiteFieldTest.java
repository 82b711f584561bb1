package dev.gatehouse.areas.site;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.games.SaveForms;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Requests and files from public reports about programs for links, music, games and sites. */
class SiteFieldTest {
  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("LIMITS_DEFAULT_PER_MINUTE", "0")
          .with("BLOCKGAME_SERVER_DIR", TestNode.folder("gatehouse-game").toString());

  @ParameterizedTest
  @CsvFileSource(
      resources = "/field/site.tsv",
      delimiter = '\t',
      quoteCharacter = '\0',
      maxCharsPerColumn = -1,
      nullValues = "-")
  void answersReportedRequest(
      String source, String method, String path, String body, int status, String text)
      throws IOException {
    Client.Reply reply =
        switch (method) {
          case "IMPORT" ->
              NODE.owner("POST", "/api/proxy/imports/" + path)
                  .body("application/octet-stream", body.replace("\\n", "\n").replace("\\r", "\r"))
                  .send();
          case "SAVE" ->
              SaveForms.upload(
                      NODE.owner("POST", SaveForms.PATH),
                      "Survival",
                      path,
                      "PK\3\4zip".getBytes(StandardCharsets.US_ASCII))
                  .send();
          case "WAV" ->
              NODE.owner("POST", "/audio/upload")
                  .file("file", path + ".wav", Samples.bytes("/audio/" + path + ".wav"))
                  .send();
          default -> sent(method, path, body);
        };
    String whole = reply.response().headers().map() + reply.text();
    assertEquals(status, reply.status(), source + whole);
    assertTrue(text == null || whole.contains(text), source + whole);
  }

  private static Client.Reply sent(String method, String path, String body) {
    Client.Request request =
        path.startsWith("/r/") ? NODE.request(method, path) : NODE.owner(method, path);
    if (body != null) {
      String filled = body.replace("{base}", NODE.address());
      request.body("application/json", filled);
    }
    return request.header("User-Agent", "Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0").send();
  }
}
