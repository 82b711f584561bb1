package dev.gatehouse.store.sqlite;

import module java.base;

import dev.gatehouse.store.DocumentCommands;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.BlobWriter;
import dev.gatehouse.store.blobs.FileBlobs;

/**
 * Writes documents and blobs until it is killed. It prints the writes of documents, and the
 * committed blobs. Arguments: the folders of the documents and of the blobs.
 */
final class StoreUntilKilled {
  private static final int WRITERS = 6;

  private StoreUntilKilled() {}

  public static void main(String[] arguments) throws Exception {
    DocumentCommands documents = EmbeddedStore.open(Path.of(arguments[0]), true).documents();
    DocumentWriter.createIndexes(documents);
    System.out.println("ready .");
    for (int writer = 0; writer < WRITERS; writer++) {
      String name = "w" + writer + "-";
      Thread.ofPlatform().start(() -> new DocumentWriter(documents, name).run());
    }
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
