package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The writer copies only few pages of the log itself, so that no commit waits for a long copy. */
class CheckpointsTest {
  private static final byte[] PAGE = new byte[3_500];

  @TempDir Path folder;
  private final Queue<Runnable> copies = new ArrayDeque<>();
  private StoreFile file;
  private Session writer;
  private Checkpoints checkpoints;
  private int next;

  @BeforeEach
  void open() {
    file = new StoreFile(folder, false);
    writer = file.writer();
    checkpoints = new Checkpoints(file, copies::add);
  }

  @AfterEach
  void close() {
    checkpoints.finish(writer.sql());
    writer.close();
    file.close();
  }

  private Checkpoints.Log log() {
    return Checkpoints.Log.of(writer.sql());
  }

  private void write(int pages) {
    writer.sql().run("BEGIN");
    for (int i = 0; i < pages; i++) {
      writer.putDocument(next++ % 1_000, PAGE);
    }
    writer.sql().run("COMMIT");
    checkpoints.advance(writer.sql());
  }

  /** Each commit adds changed pages to the log once. */
  private void writeUntil(int pages) {
    while (log().pages() < pages) {
      write(900);
    }
  }

  @Test
  void leavesLongCopyToOtherThread() {
    writeUntil(Checkpoints.PAGES);
    write(Checkpoints.FEW / 2);
    assertEquals(0, log().copied(), "the writer copied pages");
    assertEquals(1, copies.size());
    copies.remove().run();
    assertTrue(log().copied() >= Checkpoints.PAGES);
    assertEquals(0, log().left());
  }

  @Test
  void restartsLogAfterCopy() {
    writeUntil(Checkpoints.PAGES);
    copies.remove().run();
    writer.sql().run("BEGIN");
    writer.putDocument(0, PAGE);
    writer.sql().run("COMMIT");
    int before = log().pages();
    assertTrue(before < Checkpoints.FEW, before + " pages");
    write(1);
    assertTrue(copies.isEmpty(), "a short log is copied later");
  }

  @Test
  void copiesRestOfLastCommitsItself() {
    writeUntil(Checkpoints.PAGES);
    // A reader prevents the copy of later commits, as if they were made during the copy.
    try (Session reader = file.reader()) {
      reader.sql().run("BEGIN");
      reader.counter(1);
      writer.sql().run("BEGIN");
      writer.putDocument(0, PAGE);
      writer.sql().run("COMMIT");
      copies.remove().run();
      assertTrue(log().left() > 0);
      reader.sql().run("COMMIT");
    }
    checkpoints.advance(writer.sql());
    assertEquals(0, log().left());
    assertTrue(copies.isEmpty());
  }

  /** A backup reads one snapshot for minutes. The log then grows, and is copied after its end. */
  @Test
  void leavesLogOfLongReaderToOtherThread() {
    try (Session reader = file.reader()) {
      reader.sql().run("BEGIN");
      reader.counter(1);
      while (log().left() <= Checkpoints.MAX_PAGES) {
        write(900);
        copies.forEach(Runnable::run);
        copies.clear();
      }
      reader.sql().run("COMMIT");
    }
    write(1);
    assertTrue(log().left() > Checkpoints.MAX_PAGES, "the writer copied pages");
    assertEquals(1, copies.size());
    copies.remove().run();
    assertEquals(0, log().left());
  }

  /** The other thread may hang in a slow disk. */
  @Test
  void copiesTooLongLogItself() {
    writeUntil(Checkpoints.MAX_PAGES);
    assertEquals(0, log().left());
    write(1);
    int pages = log().pages();
    assertTrue(pages < Checkpoints.FEW, pages + " pages");
  }
}
