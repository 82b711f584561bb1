package dev.gatehouse.http;

import static dev.gatehouse.http.Forms.OWNER;
import static dev.gatehouse.http.Forms.TYPE;
import static dev.gatehouse.http.Forms.head;
import static dev.gatehouse.http.Forms.part;
import static dev.gatehouse.http.Forms.text;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.Wavs;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Accepted and rejected uploads. A rejected upload leaves no data behind. */
class UploadTest {
  @RegisterExtension static final TestNode NODE = new TestNode();

  static Stream<Arguments> refused() {
    byte[] wav = Wavs.tone(2_000);
    byte[] noData = Arrays.copyOf(wav, 36);
    byte[] otherForm = wav.clone();
    otherForm[8] = 'X';
    Stream<Arguments> parts =
        Stream.of(
            Arguments.of("empty", part("file", "a.wav", new byte[0]), 415),
            Arguments.of(
                "text", part("file", "a.wav", "hello".getBytes(StandardCharsets.US_ASCII)), 415),
            Arguments.of("only a head", part("file", "a.wav", noData), 415),
            Arguments.of("cut in the head", part("file", "a.wav", Arrays.copyOf(wav, 20)), 415),
            Arguments.of("another RIFF form", part("file", "a.wav", otherForm), 415),
            Arguments.of("another part's name", part("music", "a.wav", wav), 400),
            Arguments.of("no part", "", 400),
            Arguments.of("a file without a name that is no WAV", text("file", "a"), 415),
            Arguments.of("two files", part("file", "a.wav", wav) + part("file", "b.wav", wav), 400),
            Arguments.of("a field after it", part("file", "a.wav", wav) + text("more", "x"), 400),
            Arguments.of("a field before it", text("more", "x") + part("file", "a.wav", wav), 400),
            Arguments.of(
                "another part after it", part("file", "a.wav", wav) + part("more", "b", wav), 400),
            Arguments.of("a hundred fields", text("x", "y").repeat(100), 400),
            Arguments.of("a long field", text("x", "y".repeat(100_000)), 400));
    Stream<Arguments> malformed =
        Stream.of(
                "no boundary here",
                "--b\r\nContent-Disposition: form-data; name=\"file\"\r\n",
                "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.wav\"\r\n\r\nRIFF",
                "--b\r\nnonsense\r\n\r\nx\r\n--b--\r\n",
                "--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n",
                "--b\r\n" + "X-Head: a\r\n".repeat(5_000) + "\r\nx\r\n--b--\r\n")
            .map(form -> Arguments.of("malformed", form, 400));
    return Stream.concat(parts, malformed);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void deletesBlobsOfRejectedUploads(String what, String parts, int status) throws Exception {
    int before = NODE.blobs().size();
    String form = what.equals("malformed") ? parts : parts + "--b--\r\n";
    String head = head("Content-Length: " + form.length());
    assertFalse(NODE.exchange(head + form).expect(status).error().isBlank());
    Waiting.until(() -> NODE.blobs().size() <= before);
  }

  @Test
  void deletesBlobOfAbortedUpload() throws Exception {
    int before = NODE.blobs().size();
    String start = part("file", "dying.wav", Wavs.tone(300_000));
    RawClient raw = NODE.raw();
    raw.send(head("Content-Length: 5000000")).send(start.substring(0, 400_000));
    Waiting.until(() -> NODE.blobs().size() == before + 1);
    raw.reset();
    Waiting.until(() -> NODE.blobs().size() <= before);
    NODE.get("/audio/dying.wav").expect(404);
  }

  @Test
  void returns413ForLargeContentLength() throws IOException {
    try (RawClient raw = NODE.raw()) {
      RawClient.Reply reply = raw.send(head("Content-Length: 600000000")).read().expect(413);
      assertEquals("close", reply.header("Connection"));
      assertTrue(raw.closedByServer());
    }
  }

  @Test
  void returns401BeforeReadingBody() throws IOException {
    for (String wait : new String[] {"Expect: 100-continue", "X-Eager: 1"}) {
      RawClient.Reply reply =
          NODE.exchange(
                  RawClient.head("POST /audio/upload", TYPE, wait, "Content-Length: 100000000"))
              .expect(401);
      assertEquals("close", reply.header("Connection"));
    }
  }

  @Test
  void readsRemainingBodyAfterRejection() throws IOException {
    byte[] piece = new byte[10_000];
    try (RawClient raw = NODE.raw()) {
      raw.send(RawClient.head("POST /audio/upload", TYPE, "Content-Length: 100000"));
      raw.read().expect(401);
      for (int sent = 0; sent < 100_000; sent += piece.length) {
        raw.send(piece);
      }
      assertTrue(raw.closedByServer());
    }
  }

  /** A client would read an interim response after the rejection as the next request's response. */
  @Test
  void omits100ContinueAfterRejection() throws IOException {
    try (RawClient raw = NODE.raw()) {
      raw.ask(
              "PUT /api/proxy/resume",
              OWNER,
              "Content-Type: application/pdf",
              "Content-Digest: junk",
              "Expect: 100-continue",
              "Content-Length: 5")
          .expect(400);
      raw.send("%PDF-");
      raw.ask("GET /audio/none.wav").expect(404);
    }
  }

  @Test
  void sends100ContinueToAuthorizedUpload() throws Exception {
    String form = part("file", "asked.wav", Wavs.tone(500)) + "--b--\r\n";
    try (RawClient raw = NODE.raw()) {
      raw.send(head("Expect: 100-continue", "Content-Length: " + form.length()));
      raw.read().expect(100);
      raw.send(form).read().expect(201);
      assertEquals(404, raw.ask("GET /audio/none.wav").status(), "the connection goes on");
    }
  }

  @Test
  void numbersDuplicateNamesAndSanitizesUnsafeNames() {
    byte[] wav = Wavs.tone(100);
    assertEquals("same.wav", name(upload("same.wav", wav)));
    assertEquals("same-2.wav", name(upload("same.wav", wav)));
    JsonObject strange = upload("../../Für Elise (live)…mp3.WAV", wav).json();
    assertEquals("Fur-Elise-live-.mp3.wav", strange.getString("filename"));
    assertEquals("Für Elise (live)…mp3.WAV", strange.getString("originalName"));
    assertTrue(name(upload("....wav", wav)).matches("[A-Za-z0-9_-][A-Za-z0-9._-]*\\.wav"));
  }

  @Test
  void returns404AfterDelete() {
    String path = "/audio/" + name(upload("gone.wav", Wavs.tone(100)));
    NODE.get(path).expect(200);
    NODE.get(path).expect(200);
    NODE.owner("DELETE", path).expect(200);
    NODE.get(path).expect(404);
    NODE.owner("DELETE", path).expect(404);
  }

  private static Client.Reply upload(String name, byte[] wav) {
    return NODE.owner("POST", "/audio/upload").file("file", name, wav).send();
  }

  private static String name(Client.Reply reply) {
    reply.expect(201);
    return reply.json().getString("filename");
  }
}
