package dev.gatehouse.areas.media;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Wavs;
import dev.gatehouse.areas.media.AudioFiles.FileName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** File names of uploaded audio files, which the console shows. */
class AudioFileNameTest {
  @RegisterExtension static final TestNode NODE = TestNode.shared();

  @Test
  void rejectsBidirectionalOverride() {
    assertEquals("file", upload("song\u202evaw.exe").expect(400).json().getString("param"));
  }

  @Test
  void replacesLettersByThoseThatResembleThem() {
    assertEquals(
        new FileName("Grosse-Brucke-AEro", ".wav"),
        FileName.of("Große Brücke Ærø.wav", ".wav", "audio"));
  }

  private static Client.Reply upload(String name) {
    return NODE.owner("POST", "/audio/upload").file("file", name, Wavs.tone(100)).send();
  }
}
