package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.Wavs;
import dev.gatehouse.areas.games.SaveForms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * With less free disk space than the reserve, uploads are rejected and other requests still work.
 */
class NoSpaceTest {
  @RegisterExtension static final TestNode NODE = new TestNode().with("STORE_RESERVE", "1000000GB");

  @Test
  void returns507AndDeletesPartialUploads() throws Exception {
    Client client = NODE.client();
    for (int samples : new int[] {100, 400_000}) {
      Client.Reply reply =
          client
              .owner("POST", "/audio/upload")
              .file("file", "a.wav", Wavs.tone(samples))
              .expect(507);
      assertEquals("no disk space left for uploads", reply.error());
    }
    SaveForms.upload(
            client.owner("POST", SaveForms.PATH),
            "Survival",
            "world.zip",
            SaveForms.world(1, 2_000_000))
        .expect(507);
    Waiting.until(() -> NODE.blobs().isEmpty());
    client.owner("GET", "/audio").expect(200);
    assertEquals(
        "degraded", client.get("/api/proxy/still-alive/status").json().getString("status"));
    NODE.login(TestNode.CODE).expect(200);
  }
}
