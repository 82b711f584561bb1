package dev.gatehouse.http.bodies;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Forms in the bytes that real programs have sent, and of public reports about uploads. */
class UploadFieldTest {
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

  @RegisterExtension static final TestNode NODE = TestNode.shared();

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
