package dev.gatehouse.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists of commands, also with as many entries as a node under attack has bans. */
class ListOutputTest {
  private static final int MANY = 100_000;

  private record Entry(String name, String reason) {}

  @Command(name = "list")
  private static final class Listing implements Runnable {
    private final List<Entry> entries;

    @Mixin private ListOutput output;

    Listing(List<Entry> entries) {
      this.entries = entries;
    }

    @Override
    public void run() {
      output.print(entries, List.of("NAME", "REASON"), one -> List.of(one.name(), one.reason()));
    }
  }

  private static List<String> printed(List<Entry> entries, String... arguments) {
    var out = new StringWriter();
    new CommandLine(new Listing(entries)).setOut(new PrintWriter(out, true)).execute(arguments);
    return out.toString().lines().toList();
  }

  @Test
  void alignsColumns() {
    var entries = List.of(new Entry("192.0.2.1", "a\tb"), new Entry("::", "c"));
    assertEquals(List.of("NAME       REASON", "192.0.2.1  a b", "::         c"), printed(entries));
    assertEquals(List.of("none"), printed(List.of()));
  }

  @Test
  @Timeout(60)
  void alignsManyEntries() {
    List<Entry> entries =
        IntStream.range(0, MANY).mapToObj(i -> new Entry("entry-" + i, "because")).toList();
    assertEquals(MANY + 1, printed(entries).size());
  }

  /** JSON has no cells. An entry that has no text for one is listed for programs. */
  @Test
  void printsEntriesWithoutCellsAsJson() {
    List<Entry> odd = Stream.of(new Entry("192.0.2.1", null)).toList();
    assertEquals(1, printed(odd, "--json").size());
  }
}
