package dev.gatehouse.store.sqlite;

import module java.base;

/**
 * Checks a store's whole file: SQLite's structure, each index against the documents, and the
 * checksum of every document.
 */
final class Verification {
  private static final int ENOUGH = 100;

  private final Consumer<String> faults;
  private final List<String> found = new ArrayList<>();

  private Verification(Consumer<String> faults) {
    this.faults = faults;
  }

  /**
   * @param looked counts the checked documents
   * @param faults receives each fault when it is found
   * @throws CancellationException if its thread is interrupted
   */
  static StoreReport of(Readers readers, LongAdder looked, Consumer<String> faults) {
    Verification verification = new Verification(faults);
    try {
      verification.structure(readers);
      EmbeddedDocuments documents = EmbeddedDocuments.toRead(readers);
      for (String collection : documents.collections()) {
        documents.check(collection, looked, verification::fault);
      }
    } catch (StoreFailure e) {
      verification.mustNotBeInterrupted();
      verification.fault(e.getMessage());
    }
    return new StoreReport(looked.sum(), verification.found);
  }

  private void mustNotBeInterrupted() {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancellationException("the check was interrupted");
    }
  }

  private void fault(String what) {
    if (found.size() < ENOUGH) {
      found.add(what);
      faults.accept(what);
    }
  }

  private void structure(Readers readers) {
    List<String> answers =
        readers.run(sql ->
            sql.interruptibly(() ->
                sql.query(
                    rows -> {
                      List<String> lines = new ArrayList<>();
                      while (rows.next()) {
                        lines.add(rows.getString(1));
                      }
                      return lines;
                    },
                    "PRAGMA integrity_check(" + ENOUGH + ")")));
    mustNotBeInterrupted();
    if (!answers.equals(List.of("ok"))) {
      answers.forEach(answer -> fault("the file: " + answer));
    }
  }
}
