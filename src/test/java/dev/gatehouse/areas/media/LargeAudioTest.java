package dev.gatehouse.areas.media;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.ChildJvm;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.BlobWriter;
import dev.gatehouse.store.blobs.FileBlobs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** 500 MB through a heap of 64 MB. */
@Tag("slow")
class LargeAudioTest {
  private static final int SIZE = 500 << 20;

  @TempDir Path folder;

  @Test
  void storesLargestUploadInLittleMemory() throws Exception {
    List<String> options = List.of("-Xmx64m", "-XX:MaxDirectMemorySize=8m");
    Process program = ChildJvm.start(Map.of(), options, LargeAudioTest.class, folder.toString());
    try {
      String said = new String(program.getInputStream().readAllBytes(), UTF_8);
      assertTrue(program.waitFor(120, TimeUnit.SECONDS), said);
      assertEquals("same", said.strip());
    } finally {
      program.destroyForcibly();
    }
  }

  /** Takes a folder; prints "same" when every byte came back. */
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    FileBlobs blobs = FileBlobs.open(folder.resolve("blobs"), 0, new SecureRandom());
    Blob raw = upload(blobs);
    AudioAtRest.Stored stored = new AudioAtRest(blobs).store(raw);
    blobs.delete(raw.id());
    Executor none = task -> {};
    DecodedFiles cache = DecodedFiles.open(folder.resolve("cache"), 0, 0, none);
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    try (InputStream in =
        new WavRendition(blobs, cache).open(stored.blob().id(), 0, stored.originalSize())) {
      new DigestInputStream(in, digest).transferTo(OutputStream.nullOutputStream());
    }
    String read = HexFormat.of().formatHex(digest.digest());
    boolean same = read.equals(raw.sha256()) && read.equals(stored.sha256());
    System.out.println(same && stored.originalSize() == raw.size() ? "same" : "different");
  }

  private static Blob upload(FileBlobs blobs) throws Exception {
    byte[] part = WavFiles.tone(1 << 18, 2, 16);
    byte[] header =
        WavFiles.concat(
            WavFiles.riff("RIFF", SIZE - 8),
            WavFiles.fmt(WavFiles.PCM, 2, 44_100, 16),
            WavFiles.declared("data", SIZE - 44));
    try (BlobWriter writer = blobs.create()) {
      writer.write(ByteBuffer.wrap(header));
      for (int left = SIZE - header.length; left > 0; left -= part.length) {
        part[left % part.length] ^= 1; // no two parts alike
        writer.write(ByteBuffer.wrap(part, 0, Math.min(part.length, left)));
      }
      return writer.commit();
    }
  }
}
