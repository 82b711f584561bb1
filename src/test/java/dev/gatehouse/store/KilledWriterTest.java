package dev.gatehouse.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.TestNode;
import dev.gatehouse.store.blobs.FileBlobs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** kill -9 during writes: acknowledged blobs are complete, others are absent. */
@Tag("slow")
class KilledWriterTest {
  private static final int KILLS = 10;

  @TempDir Path root;

  @Test
  void keepsAcknowledgedBlobsCompleteAfterKill() throws Exception {
    Random random = new Random();
    int acknowledged = 0;
    int leftovers = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      List<String[]> said = writeAndKill(1 + random.nextInt(40), random);
      for (String[] blob : said) {
        byte[] bytes = Files.readAllBytes(path(blob[0]));
        assertEquals(Long.parseLong(blob[1]), bytes.length);
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
        assertEquals(blob[2], HexFormat.of().formatHex(digest));
      }
      acknowledged += said.size();
      FileBlobs blobs = FileBlobs.open(root, 0, new SecureRandom());
      Set<String> unfinished = blobs.unfinished(Instant.MAX);
      blobs.dropUnfinished(unfinished);
      leftovers += unfinished.size();
      // The last one may have been renamed but not reported.
      long there = files();
      assertTrue(there >= acknowledged && there <= acknowledged + kill + 1, there + " files");
    }
    assertTrue(leftovers > 0, "no kill landed inside a write");
    System.out.printf("%d kills, %d blobs, %d leftovers%n", KILLS, acknowledged, leftovers);
  }

  private List<String[]> writeAndKill(int afterBlobs, Random random) throws Exception {
    Process writer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                BlobsUntilKilled.class.getName(),
                root.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<String[]> said = new ArrayList<>();
    try (BufferedReader out =
        new BufferedReader(new InputStreamReader(writer.getInputStream(), UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        String[] blob = line.split(" ");
        if (blob.length == 3 && blob[2].length() == 64) { // the last line may be cut
          said.add(blob);
        }
        if (said.size() == afterBlobs) {
          LockSupport.parkNanos(random.nextInt(20_000_000)); // anywhere in the next ones
          // the process's own method would close the pipe before it is read
          writer.toHandle().destroyForcibly();
        }
      }
    } finally {
      writer.destroyForcibly().waitFor();
    }
    return said;
  }

  private Path path(String id) {
    return root.resolve(id.substring(0, 2)).resolve(id);
  }

  private long files() throws IOException {
    return TestNode.blobs(root).size();
  }
}
