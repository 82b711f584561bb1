package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.store.DocumentCommands;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verification of a store's file during writes, and of files with each kind of fault. */
class VerifyTest {
  @TempDir Path folder;

  private static List<JsonObject> documents(int from, int to) {
    List<JsonObject> all = new ArrayList<>();
    for (int i = from; i < to; i++) {
      all.add(new JsonObject().put("_id", "id" + i).put("n", i));
    }
    return all;
  }

  @Test
  void verifiesOpenStoreOnSnapshot() {
    try (EmbeddedStore store = EmbeddedStore.open(folder, false, InstantSource.system())) {
      DocumentCommands commands = store.documents("d");
      commands.insert("c", documents(0, 300));
      Thread writing =
          Thread.ofPlatform()
              .start(() -> {
                for (int i = 300; i < 600; i++) {
                  commands.insert("c", documents(i, i + 1));
                }
              });
      do {
        StoreReport report = EmbeddedStore.verify(folder);
        assertEquals(List.of(), report.faults());
        assertTrue(report.documents() >= 300);
        assertEquals(report.documents(), report.entries());
      } while (writing.isAlive());
    }
    assertEquals(new StoreReport(600, 600, List.of()), EmbeddedStore.verify(folder));
  }

  /** Changes the file without the engine, then verifies it. */
  private List<String> faultsAfter(Databases.Work<Boolean> sabotage) {
    try (EmbeddedStore store = EmbeddedStore.open(folder, false, InstantSource.system())) {
      store.documents("d").insert("c", documents(0, 20));
    }
    try (StoreFile file = new StoreFile(folder, false);
        Session session = file.writer()) {
      Databases databases = new Databases(session, new LongAdder());
      databases.catalog().refresh();
      sabotage.run(databases);
    }
    return EmbeddedStore.verify(folder).faults();
  }

  /** Wrong counts with a correct checksum would be a defect of the store. */
  @Test
  void findsWrongEntryCounts() {
    List<String> faults =
        faultsAfter(databases -> {
          Session session = databases.session();
          long tree = data(databases).indexes().getFirst().tree();
          CountCheckpoints counts = new CountCheckpoints();
          counts.complete(19);
          byte[] bytes = counts.encode();
          int sum = session.entries().sum(tree, bytes, 1);
          session.sql().run("INSERT INTO counts VALUES (?, ?, ?, ?)", tree, 1L, sum, bytes);
          session.setCounter(CountJournal.LAST_CHANGES, 1);
          return true;
        });
    assertEquals(List.of("d.c _id_: 20 entries, but 19 are counted"), faults);
  }

  private static CollectionData data(Databases databases) {
    return databases.of("d").existing("c").data();
  }

  private static byte[] keyOf(String id) {
    return new KeyWriter().value(id, true).end().toBytes();
  }

  @Test
  void detectsMissingIndexEntry() {
    List<String> faults =
        faultsAfter(all -> {
          long tree = data(all).indexes().getFirst().tree();
          all.session().entries().remove(tree, keyOf("id3"), 3);
          return true;
        });
    assertEquals(
        List.of(
            "d.c _id_: the document at 3 has no entry",
            "d.c _id_: 19 entries, but the documents have 20"),
        faults);
  }

  @Test
  void detectsExtraIndexEntry() {
    List<String> faults =
        faultsAfter(all -> {
          long tree = data(all).indexes().getFirst().tree();
          NewEntries entries = new NewEntries(all.session());
          entries.add(tree, keyOf("ghost"), 99);
          entries.write();
          return true;
        });
    assertEquals(List.of("d.c _id_: 21 entries, but the documents have 20"), faults);
  }

  /** The number of entries is right. */
  @Test
  void detectsWrongKey() {
    List<String> faults =
        faultsAfter(all -> {
          long tree = data(all).indexes().getFirst().tree();
          all.session().entries().remove(tree, keyOf("id3"), 3);
          NewEntries entries = new NewEntries(all.session());
          entries.add(tree, keyOf("ghost"), 3);
          entries.write();
          return true;
        });
    assertEquals(List.of("d.c _id_: the document at 3 has no entry"), faults);
  }

  @Test
  void detectsDuplicatedEntry() {
    List<String> faults =
        faultsAfter(all -> {
          long tree = data(all).indexes().getFirst().tree();
          NewEntries entries = new NewEntries(all.session());
          entries.add(tree, keyOf("id3"), 4);
          entries.write();
          return true;
        });
    assertEquals(List.of("d.c _id_: 21 entries, but the documents have 20"), faults);
  }

  /** A damaged entry does not hide that another one is missing. */
  @Test
  void detectsFlippedBitAndMissingEntry() {
    List<String> faults =
        faultsAfter(all -> {
          long tree = data(all).indexes().getFirst().tree();
          all.session().entries().remove(tree, keyOf("id7"), 7);
          all.session().sql().run("UPDATE entries SET sum=sum+1 WHERE tree=? AND position=3", tree);
          return true;
        });
    assertTrue(faults.contains("d.c _id_: the document at 7 has no entry"), faults::toString);
    assertTrue(
        faults.stream().anyMatch(fault -> fault.contains("an entry of index")), faults::toString);
  }

  /** Documents behind a damaged one are verified, too. */
  @Test
  void detectsEachFlippedDocument() {
    List<String> faults =
        faultsAfter(all -> {
          long first = CollectionData.firstRow(data(all).number());
          for (long position : new long[] {3, 11}) {
            all.session()
                .sql()
                .run("UPDATE documents SET sum=sum+1 WHERE position=?", first + position);
          }
          return true;
        });
    assertEquals(
        2, faults.stream().filter(fault -> fault.contains("damaged or out of order")).count());
    assertEquals("d.c _id_: 20 entries, but the documents have 18", faults.getLast());
  }

  @Test
  void detectsSwappedDocument() {
    List<String> faults =
        faultsAfter(all -> {
          long first = CollectionData.firstRow(data(all).number());
          all.session()
              .sql()
              .run(
                  "UPDATE documents SET sum=(SELECT sum FROM documents WHERE position=?),"
                      + " bytes=(SELECT bytes FROM documents WHERE position=?) WHERE position=?",
                  first + 1,
                  first + 1,
                  first + 2);
          return true;
        });
    assertTrue(faults.getFirst().contains("is damaged or out of order"), faults::toString);
  }

  @Test
  void detectsWrongCount() {
    List<String> faults =
        faultsAfter(all -> {
          all.session().setCounter(data(all).number(), 7);
          return true;
        });
    assertEquals(List.of("d.c: 20 documents, but 7 are counted"), faults);
  }

  @Test
  void rejectsMissingStoreWithoutCreatingIt() {
    Path none = folder.resolve("none");
    assertThrows(IllegalStateException.class, () -> EmbeddedStore.verify(none));
    assertTrue(Files.notExists(none));
  }

  @Test
  void stopsOnInterruptWithoutFaults() {
    try (EmbeddedStore store = EmbeddedStore.open(folder, false, InstantSource.system())) {
      store.documents("d").insert("c", documents(0, 3_000));
    }
    List<String> faults = new ArrayList<>();
    var looked =
        new LongAdder() {
          @Override
          public void increment() {
            super.increment();
            if (sum() == 1_000) {
              Thread.currentThread().interrupt();
            }
          }
        };
    try {
      assertThrows(
          CancellationException.class, () -> EmbeddedStore.verify(folder, looked, faults::add));
    } finally {
      assertTrue(Thread.interrupted());
    }
    assertEquals(1_000, looked.sum());
    assertEquals(List.of(), faults);
    assertEquals(new StoreReport(3_000, 3_000, List.of()), EmbeddedStore.verify(folder));
  }

  /** This check is one statement and may take minutes. */
  @Test
  void interruptsSqliteIntegrityCheck() {
    try (EmbeddedStore store = EmbeddedStore.open(folder, false, InstantSource.system())) {
      store.documents("d").insert("c", documents(0, 3_000));
    }
    try (StoreFile file = new StoreFile(folder, false);
        Session session = file.reader()) {
      Thread.currentThread().interrupt();
      try {
        assertThrows(StoreFailure.class, () -> session.integrity(100));
      } finally {
        assertTrue(Thread.interrupted());
      }
      assertEquals(List.of("ok"), session.integrity(100));
    }
  }
}
