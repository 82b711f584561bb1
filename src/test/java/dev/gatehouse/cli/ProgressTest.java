package dev.gatehouse.cli;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import org.junit.jupiter.api.Test;

/** The bar of a long command. */
class ProgressTest {
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(written, true, StandardCharsets.UTF_8);

  private String drawn() {
    String all = written.toString(StandardCharsets.UTF_8);
    return all.substring(all.lastIndexOf('\r') + 1).stripTrailing();
  }

  @Test
  void showsGrowingTotalOfBytes() {
    Progress progress = Progress.ofBytes(out, true);
    progress.expect(20 << 20);
    progress.advance(0, "first");
    assertEquals("[" + ".".repeat(30) + "] 0.0/20.0 first", drawn());
    progress.advance(10 << 20, "second");
    assertEquals("[" + "#".repeat(15) + ".".repeat(15) + "] 10.0/20.0 second", drawn());
    progress.expect(10 << 20);
    progress.advance(20 << 20, "third");
    progress.end();
    assertEquals("[" + "#".repeat(30) + "] 30.0/30.0", drawn());
    assertTrue(written.toString(StandardCharsets.UTF_8).endsWith("\n"));
  }

  /** A file that grew meanwhile, and nothing at all. */
  @Test
  void capsBarAtFullWidth() {
    Progress progress = Progress.ofBytes(out, true);
    progress.end();
    assertEquals("[" + "#".repeat(30) + "] 0.0/0.0", drawn());
    progress.expect(1);
    progress.advance(2 << 20, "more");
    assertTrue(drawn().startsWith("[" + "#".repeat(30) + "]"), drawn());
  }

  @Test
  void writesNothingWithoutTerminal() {
    Progress progress = Progress.ofBytes(out, false);
    progress.expect(1);
    progress.advance(1, "name");
    progress.end();
    assertEquals(0, written.size());
    assertFalse(Progress.isWatched(), "a test's output is no terminal");
  }
}
