package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;

import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The README's first walk-through: a token, an upload, playing, seeking. */
class WalkThroughTest {
  @RegisterExtension static final TestNode NODE = new TestNode();

  @Test
  void uploadsPlaysAndSeeksAsANewUser() throws Exception {
    Client client = NODE.client();
    String token = client.token(TestNode.CODE);
    assertNotNull(token);
    byte[] wav = Wavs.tone(44_100);

    Client.Reply uploaded =
        client
            .request("POST", "/audio/upload")
            .token(token)
            .file("file", "my song.wav", wav)
            .expect(201);
    assertEquals("my-song.wav", uploaded.json().getString("filename"));
    assertEquals(wav.length, uploaded.json().getInteger("size"));

    Client.Reply whole = client.get("/audio/my-song.wav");
    assertArrayEquals(wav, whole.bytes());
    assertEquals("audio/wav", whole.header("Content-Type"));

    Client.Reply part =
        client.request("GET", "/audio/my-song.wav").header("Range", "bytes=1000-1999").expect(206);
    assertArrayEquals(Arrays.copyOfRange(wav, 1000, 2000), part.bytes());

    client
        .request("POST", "/api/proxy/daily-code/validate")
        .token(token)
        .json(JsonObject.of("code", "nope"))
        .expect(200);
  }
}
