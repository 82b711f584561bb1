package dev.gatehouse.areas.media;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Wavs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** File names of uploaded audio files, which the console shows. */
class AudioFileNameTest {
  @RegisterExtension static final TestNode NODE = TestNode.shared();

  @Test
  void rejectsBidirectionalOverride() {
    Client.Reply refused = upload("song\u202evaw.exe");
    assertEquals(400, refused.status(), refused.text());
    assertEquals("file", refused.json().getString("param"));
  }

  @Test
  void replacesLettersByThoseThatResembleThem() {
    assertEquals(
        new FileName("Grosse-Brucke-AEro", ".wav"),
        FileName.of("Große Brücke Ærø.wav", ".wav", "audio"));
  }

  private static Client.Reply upload(String name) {
    return NODE.client()
        .request("POST", "/audio/upload")
        .key(TestNode.KEY)
        .file("file", name, Wavs.tone(100))
        .send();
  }
}
