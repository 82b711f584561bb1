package dev.gatehouse.store.sqlite;

import module java.base;

import dev.gatehouse.Unchecked;
import dev.gatehouse.store.DocumentCommands;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;

/**
 * Writes to a store from a few threads. Records each request before it is sent, and each
 * acknowledgement, in a file beside the store. Arguments: the folder, and whether to fsync.
 */
final class PowerCutWorkload implements Runnable {
  static final String NOTES = "notes";
  static final String READY = "ready";
  private static final int THREADS = 4;
  private static final int COMMANDS = 120;
  private static final int CHECKPOINT_PAGES = 60;

  private final DocumentCommands documents;
  private final FileChannel notes;
  private final Random random;
  private final String name;
  private final List<String> ids = new ArrayList<>();

  private PowerCutWorkload(DocumentCommands documents, FileChannel notes, int number) {
    this.documents = documents;
    this.notes = notes;
    this.random = new Random(number);
    this.name = "t" + number + "-";
  }

  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    try (OpenStore store =
            OpenStore.open(folder.resolve("store"), Boolean.parseBoolean(arguments[1]));
        FileChannel notes =
            FileChannel.open(
                folder.resolve(NOTES), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      DocumentCommands documents = store.documents();
      documents.index("c", JsonObject.of("n", 1), new IndexOptions());
      // Causes many checkpoints in a short run.
      store.writer().run(sql -> sql.pragma("wal_autocheckpoint=" + CHECKPOINT_PAGES));
      note(notes, READY);
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        threads.add(Thread.ofPlatform().start(new PowerCutWorkload(documents, notes, i)));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      // Halts without shutdown hooks, like a power failure.
      Runtime.getRuntime().halt(0);
    }
  }

  private static void note(FileChannel notes, String text) {
    byte[] line = (text + "\n").getBytes(StandardCharsets.UTF_8);
    Unchecked.get(() -> notes.write(ByteBuffer.wrap(line)));
  }

  @Override
  public void run() {
    for (int i = 1; i <= COMMANDS; i++) {
      int what = random.nextInt(10);
      if (ids.isEmpty() || what < 5) {
        String id = name + i;
        ids.add(id);
        noted(id, i, () -> documents.insert("c", List.of(document(id).put("n", 0))));
        continue;
      }
      String id = ids.get(random.nextInt(ids.size()));
      if (what < 8) {
        JsonObject set = JsonObject.of("$set", JsonObject.of("n", i));
        noted(id, i, () -> documents.update("c", JsonObject.of("_id", id), set, false));
      } else {
        ids.remove(id);
        noted(id, -1, () -> documents.remove("c", JsonObject.of("_id", id)));
      }
    }
  }

  private JsonObject document(String id) {
    int size = random.nextInt(20) == 0 ? 60_000 : random.nextInt(700);
    return JsonObject.of("_id", id, "text", "x".repeat(size));
  }

  /** An insert leaves n at 0, an update at its number. A delete is recorded as -1. */
  private void noted(String id, int number, Runnable command) {
    boolean insert = id.equals(name + number);
    String state = id + " " + (insert ? 0 : number);
    note(notes, "? " + state);
    command.run();
    note(notes, "! " + state);
  }
}
