package dev.gatehouse.cli;

import module java.base;

import dev.gatehouse.store.sqlite.EmbeddedStore;
import io.vertx.core.json.JsonObject;

/** A data folder in the making, and the owner's commands on one. */
final class OwnersData {
  private OwnersData() {}

  static void secret(Path data) throws IOException {
    Files.createDirectories(data.resolve("secrets"));
    Path secret = Files.writeString(data.resolve("secrets/key"), "secret");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
  }

  /**
   * Stores a file.
   *
   * @param name as {@code aa/aa0000000000000000000001}
   */
  static void blob(Path data, String name) throws IOException {
    Path file = data.resolve("blobs").resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "bytes of " + name);
  }

  /** Opens the documents of a folder that has a secret, too. */
  static EmbeddedStore store(Path data) throws IOException {
    secret(data);
    return EmbeddedStore.open(data.resolve("documents"), false);
  }

  static void insert(EmbeddedStore store, String id) {
    store.documents().insert("c", List.of(JsonObject.of("_id", id)));
  }

  /** Stores an audio file's document that says what its blob is. */
  static void name(EmbeddedStore store, String blob, long size, String sha256) {
    JsonObject audio =
        JsonObject.of("_id", blob.substring(0, 2) + ".wav", "blob", blob.substring(3))
            .mergeIn(JsonObject.of("storedSize", size, "storedSha256", sha256));
    store.documents().insert("audio", List.of(audio));
  }

  /** Runs a command for the node of a data folder. */
  static int run(Path data, String... words) {
    return run(data, new StringWriter(), words);
  }

  /** Runs a command and keeps what it says. */
  static int run(Path data, StringWriter output, String... words) {
    return run(data, Map.of(), output, words);
  }

  /** As above, with further variables of the environment. */
  static int run(Path data, Map<String, String> set, StringWriter output, String... words) {
    Map<String, String> environment = new HashMap<>(set);
    environment.put("GATEHOUSE_DATA_DIR", data.toString());
    return OwnersCommand.run(Path.of("."), environment, output, words);
  }
}
