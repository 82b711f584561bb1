package dev.gatehouse.bench;

import java.util.ArrayList;
import java.util.List;

/** A Markdown table on standard output. */
final class Table {
  private final String title;
  private final List<String> columns;
  private final List<List<String>> rows = new ArrayList<>();

  Table(String title, String... columns) {
    this.title = title;
    this.columns = List.of(columns);
  }

  Table row(String... cells) {
    rows.add(List.of(cells));
    return this;
  }

  /** Whether a figure that must not exceed its target does not. */
  static String atMost(double figure, double target) {
    return figure <= target ? "ok" : "over";
  }

  void print() {
    System.out.println("\n### " + title + "\n");
    System.out.println(line(columns));
    System.out.println(line(columns.stream().map(column -> "---").toList()));
    rows.forEach(row -> System.out.println(line(row)));
    System.out.flush();
  }

  private static String line(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |";
  }
}
