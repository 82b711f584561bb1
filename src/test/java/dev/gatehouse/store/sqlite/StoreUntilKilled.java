package dev.gatehouse.store.sqlite;

import module java.base;

import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.BlobWriter;
import dev.gatehouse.store.blobs.FileBlobs;

/**
 * Serves documents, and writes blobs until it is killed. It prints its address and the committed
 * blobs. Arguments: the folders of the documents and of the blobs.
 */
final class StoreUntilKilled {
  private StoreUntilKilled() {}

  public static void main(String[] arguments) throws Exception {
    EmbeddedMongo server = EmbeddedMongo.start(Path.of(arguments[0]), 0, true, Clock.systemUTC());
    System.out.println("ready " + server.url() + " .");
    FileBlobs blobs = FileBlobs.open(Path.of(arguments[1]), 0, new SecureRandom());
    Random random = new Random();
    while (true) {
      byte[] part = new byte[1 + random.nextInt(100_000)];
      random.nextBytes(part);
      try (BlobWriter writer = blobs.create()) {
        for (int i = random.nextInt(20); i >= 0; i--) {
          writer.write(ByteBuffer.wrap(part));
        }
        Blob blob = writer.commit();
        System.out.println("blobs " + blob.id() + " " + blob.size() + " " + blob.sha256() + " .");
      }
    }
  }
}
