package dev.gatehouse.areas.media;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** 500 MB through a heap of 64 MB. */
@Tag("slow")
class LargeAudioTest {
  @TempDir Path folder;

  @Test
  void storesLargestUploadInLittleMemory() throws Exception {
    Process program =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:MaxDirectMemorySize=8m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                LargeAudio.class.getName(),
                folder.toString())
            .redirectErrorStream(true)
            .start();
    try {
      String said = new String(program.getInputStream().readAllBytes(), UTF_8);
      assertTrue(program.waitFor(120, TimeUnit.SECONDS), said);
      assertEquals("same", said.strip());
    } finally {
      program.destroyForcibly();
    }
  }
}
