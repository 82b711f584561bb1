package dev.gatehouse.store.sqlite;

import module java.base;

import dev.gatehouse.store.DocumentsDigest;
import dev.gatehouse.store.RawDocuments;
import dev.gatehouse.store.files.PrivateFiles;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Converts the store's file of an earlier release into a new file beside it, which gets its name
 * only when it is complete. The earlier file is kept until the owner deletes it.
 */
final class Conversion {
  private static final Logger log = LoggerFactory.getLogger(Conversion.class);
  private static final String CONVERTED = "converted";
  private static final int DOCUMENTS_PER_SECOND = 20_000;
  private static final int BETWEEN_REPORTS = 100_000;
  private static final long MEGABYTE = 1 << 20;

  private final Path folder;
  private final Path target;
  private long done;
  private long total;

  private Conversion(Path folder, Path target) {
    this.folder = folder;
    this.target = target;
  }

  /**
   * Converts the earlier file of a folder.
   *
   * @param target folder of the new file
   */
  static void run(Path folder, Path target) throws IOException {
    new Conversion(folder, target).run();
  }

  private void run() throws IOException {
    Path unfinished = target.resolve("converting");
    delete(unfinished);
    try (FormerStore from = new FormerStore(folder)) {
      total = from.count();
      announce();
      try (EmbeddedStore to = EmbeddedStore.open(unfinished, false)) {
        from.collections()
            .forEach((collection, number) -> convert(from, number, to.raw(), collection));
      }
    }
    remember(unfinished.resolve(StoreFile.NAME));
    Path file = unfinished.resolve(StoreFile.NAME);
    PrivateFiles.sync(file);
    Files.move(file, target.resolve(StoreFile.NAME), StandardCopyOption.ATOMIC_MOVE);
    PrivateFiles.sync(target);
    delete(unfinished);
    log.info("converted {} documents", done);
    if (target.equals(folder)) {
      log.info(
          "{} is not used any more. Delete it when all is well", folder.resolve(FormerStore.NAME));
    }
  }

  private void announce() {
    long needed = folder.resolve(FormerStore.NAME).toFile().length();
    long free = target.toFile().getUsableSpace();
    log.info(
        "converting {} documents of an earlier release, about {} s and at most {} MB of disk space",
        total,
        total / DOCUMENTS_PER_SECOND + 1,
        needed / MEGABYTE + 1);
    if (free < needed) {
      throw new IllegalStateException(
          "to convert %s takes at most %s MB of disk space, and %s MB are free: nothing was changed"
              .formatted(folder.resolve(FormerStore.NAME), needed / MEGABYTE + 1, free / MEGABYTE));
    }
  }

  private void convert(FormerStore from, long number, RawDocuments to, String collection) {
    DocumentsDigest expected = new DocumentsDigest();
    from.each(
        number,
        documents -> {
          documents.forEach(expected::add);
          to.insert(collection, documents);
          report(documents.size());
        });
    DocumentsDigest converted = new DocumentsDigest();
    to.each(collection, documents -> documents.forEach(converted::add));
    if (converted.count() != expected.count() || !converted.text().equals(expected.text())) {
      throw new IllegalStateException(
          "the conversion of %s failed: its documents differ. %s is unchanged"
              .formatted(collection, folder.resolve(FormerStore.NAME)));
    }
  }

  private void report(int more) {
    if ((done + more) / BETWEEN_REPORTS > done / BETWEEN_REPORTS) {
      log.info("converted {} of {} documents", done + more, total);
    }
    done += more;
  }

  /** Deletes a folder of files. */
  static void delete(Path unfinished) throws IOException {
    if (Files.exists(unfinished)) {
      try (var files = Files.list(unfinished)) {
        for (Path file : (Iterable<Path>) files::iterator) {
          Files.delete(file);
        }
      }
      Files.delete(unfinished);
    }
  }

  /** Stores what the converted file looks like. */
  private void remember(Path converted) throws IOException {
    try (Sql sql = new Sql(converted)) {
      sql.run("REPLACE INTO _values VALUES (?, ?)", CONVERTED, state(folder));
    }
  }

  private static String state(Path folder) throws IOException {
    Path former = folder.resolve(FormerStore.NAME);
    return Files.size(former) + " " + Files.getLastModifiedTime(former).toMillis();
  }

  /**
   * Rejects a folder whose earlier file was written after its conversion, because the node would
   * not see the documents that the earlier release has added to it.
   *
   * @throws IllegalStateException if so
   */
  static void mustBeCurrent(Path folder) throws IOException {
    if (!FormerStore.isIn(folder)) {
      return;
    }
    Path file = folder.resolve(StoreFile.NAME);
    try (Sql sql = new Sql(file)) {
      String known =
          sql.query(
              rows -> rows.next() ? rows.getString(1) : "",
              "SELECT value FROM _values WHERE name = ?",
              CONVERTED);
      if (!known.equals(state(folder))) {
        throw new IllegalStateException(
            ("%s was changed after %s was made from it, so an earlier release has used it. To"
                    + " continue with the documents of the earlier release, move %2$s away. To"
                    + " continue without them, move %1$s away")
                .formatted(folder.resolve(FormerStore.NAME), StoreFile.NAME));
      }
    }
  }
}
