package dev.gatehouse.cli;

import module java.base;

import dev.gatehouse.bus.Json;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Output of a command that lists entries: a table for people, or JSON for programs. */
final class ListOutput {
  @Option(names = "--json", description = "Prints the list as JSON.")
  private boolean json;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /**
   * Prints a list.
   *
   * @param cells the texts of an entry, one for each heading
   */
  <T> void print(List<T> entries, List<String> headings, Function<T, List<String>> cells) {
    print(entries, () -> table(headings, entries.stream().map(cells)));
  }

  /** Prints each entry as a text, or JSON for programs. */
  <T> void printLines(List<T> entries, Function<T, String> text) {
    print(entries, () -> entries.stream().map(text));
  }

  private void print(List<?> entries, Supplier<Stream<String>> lines) {
    PrintWriter out = command.commandLine().getOut();
    if (json) {
      out.println(Json.encode(entries));
    } else if (entries.isEmpty()) {
      out.println("none");
    } else {
      lines.get().forEach(out::println);
    }
  }

  private static Stream<String> table(List<String> headings, Stream<List<String>> entries) {
    List<List<String>> lines =
        Stream.concat(Stream.of(headings), entries)
            .map(cells -> cells.stream().map(ListOutput::line).toList())
            .toList();
    int[] widths =
        IntStream.range(0, headings.size())
            .map(column ->
                lines.stream().mapToInt(line -> line.get(column).length()).max().orElse(0))
            .toArray();
    return lines.stream().map(line -> aligned(line, widths));
  }

  /** Replaces control characters, which would break the table or control the terminal. */
  private static String line(String text) {
    return text.replaceAll("\\p{Cntrl}", " ");
  }

  private static String aligned(List<String> line, int[] widths) {
    var text = new StringBuilder();
    for (int column = 0; column < widths.length; column++) {
      String cell = line.get(column);
      text.append(cell).append(" ".repeat(widths[column] - cell.length())).append("  ");
    }
    return text.toString().stripTrailing();
  }

  /** Output of a command with one result: text for people, or JSON for programs. */
  static final class ResultOutput {
    @Option(names = "--json", description = "Prints the result as JSON.")
    private boolean json;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    boolean isJson() {
      return json;
    }

    /**
     * Prints a result.
     *
     * @param text one line or several, for people
     */
    void print(Object result, String text) {
      command.commandLine().getOut().println(json ? Json.encode(result) : text);
    }
  }
}
