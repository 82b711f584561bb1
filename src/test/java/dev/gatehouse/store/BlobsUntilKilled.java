package dev.gatehouse.store;

import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.BlobWriter;
import dev.gatehouse.store.blobs.FileBlobs;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Random;

/** Writes blobs until it is killed, and reports the committed ones. */
public final class BlobsUntilKilled {
  private BlobsUntilKilled() {}

  /**
   * @param arguments the folder
   */
  public static void main(String[] arguments) throws Exception {
    FileBlobs blobs = FileBlobs.open(Path.of(arguments[0]), 0, new SecureRandom());
    Random random = new Random();
    while (true) {
      byte[] part = new byte[1 + random.nextInt(100_000)];
      random.nextBytes(part);
      try (BlobWriter writer = blobs.create()) {
        for (int i = random.nextInt(20); i >= 0; i--) {
          writer.write(ByteBuffer.wrap(part));
        }
        Blob blob = writer.commit();
        System.out.println(blob.id() + " " + blob.size() + " " + blob.sha256());
      }
    }
  }
}
