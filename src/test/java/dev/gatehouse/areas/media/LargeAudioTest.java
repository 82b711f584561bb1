package dev.gatehouse.areas.media;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.ChildJvm;
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
    List<String> options = List.of("-Xmx64m", "-XX:MaxDirectMemorySize=8m");
    Process program = ChildJvm.start(Map.of(), options, LargeAudio.class, folder.toString());
    try {
      String said = new String(program.getInputStream().readAllBytes(), UTF_8);
      assertTrue(program.waitFor(120, TimeUnit.SECONDS), said);
      assertEquals("same", said.strip());
    } finally {
      program.destroyForcibly();
    }
  }
}
