package dev.gatehouse.cli;

import dev.gatehouse.bus.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import picocli.CommandLine.Option;

/** Output of a command that lists entries: a table for people, or JSON for programs. */
final class ListOutput {
  private static final String GAP = "  ";

  @Option(names = "--json", description = "Prints the list as JSON.")
  private boolean json;

  /**
   * Prints a list.
   *
   * @param cells the texts of an entry, one for each heading
   */
  <T> void print(
      PrintWriter out, List<T> entries, List<String> headings, Function<T, List<String>> cells) {
    if (json) {
      out.println(Json.encode(entries));
    } else if (entries.isEmpty()) {
      out.println("none");
    } else {
      List<List<String>> lines = new ArrayList<>(List.of(headings));
      entries.forEach(
          entry -> lines.add(cells.apply(entry).stream().map(ListOutput::line).toList()));
      lines.forEach(line -> out.println(aligned(line, lines)));
    }
  }

  /** Prints each entry as a text, or JSON for programs. */
  <T> void printLines(PrintWriter out, List<T> entries, Function<T, String> text) {
    if (json) {
      out.println(Json.encode(entries));
    } else if (entries.isEmpty()) {
      out.println("none");
    } else {
      entries.forEach(entry -> out.println(text.apply(entry)));
    }
  }

  /** Replaces control characters, which would break the table or control the terminal. */
  private static String line(String text) {
    return text.replaceAll("\\p{Cntrl}", " ");
  }

  private static String aligned(List<String> line, List<List<String>> lines) {
    var text = new StringBuilder();
    IntStream.range(0, line.size())
        .forEach(column -> {
          int width = lines.stream().mapToInt(each -> each.get(column).length()).max().orElse(0);
          String cell = line.get(column);
          text.append(cell).append(" ".repeat(width - cell.length())).append(GAP);
        });
    return text.toString().stripTrailing();
  }
}
