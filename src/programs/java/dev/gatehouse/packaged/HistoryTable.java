package dev.gatehouse.packaged;

import module java.base;

/**
 * Counts of all runs: a row for each kind of fault, with the operations of each check that
 * completed while the fault was applied.
 */
final class HistoryTable {
  private static final String NAME = "%-13s";

  private final List<String> checks;
  private final Map<HistoryFault, Row> rows = new EnumMap<>(HistoryFault.class);
  private final Map<String, Row> totals = new TreeMap<>();

  /** Counts of a fault or a check. */
  private static final class Row {
    private final Map<String, Integer> completed = new TreeMap<>();
    private final List<String> problems = new ArrayList<>();
    private int attempted;
    private int applied;
    private int operations;
    private int unknown;
    private int objects;
    private int wrong;
  }

  HistoryTable(List<String> checks) {
    this.checks = checks;
    for (HistoryFault fault : HistoryFault.values()) {
      rows.put(fault, new Row());
    }
    checks.forEach(check -> totals.put(check, new Row()));
  }

  List<String> checks() {
    return checks;
  }

  void attempted(HistoryFault fault) {
    rows.get(fault).attempted++;
  }

  void applied(HistoryFault fault) {
    rows.get(fault).applied++;
  }

  void failed(HistoryFault fault, String problem) {
    rows.get(fault).problems.add(problem);
    System.out.println("not applied: " + fault + ": " + problem);
  }

  /** Adds a run. */
  void add(History history, List<History.Wrong> wrong) {
    for (String check : checks) {
      Row total = totals.get(check);
      total.operations += history.completed(check);
      total.unknown += history.unknown(check);
      total.objects += history.objects(check);
      total.wrong += (int) wrong.stream().filter(each -> each.check().equals(check)).count();
      rows.forEach((fault, row) ->
          row.completed.merge(check, history.completed(check, fault), Integer::sum));
    }
  }

  void print() {
    var head = new StringBuilder(String.format(Locale.ROOT, NAME + "%8s", "fault", "applied"));
    checks.forEach(check -> head.append(String.format(Locale.ROOT, "%10s", check)));
    System.out.println("\nOperations with a known outcome while a fault was applied:\n" + head);
    rows.forEach((fault, row) -> {
      var line =
          new StringBuilder(
              String.format(
                  Locale.ROOT, NAME + "%5d/%-2d", name(fault), row.applied, row.attempted));
      checks.forEach(check ->
          line.append(String.format(Locale.ROOT, "%10d", row.completed.getOrDefault(check, 0))));
      System.out.println(line.append("  ").append(fault.what()));
    });
    System.out.printf(
        Locale.ROOT, "%n%-13s%10s%10s%10s%10s%n", "check", "objects", "known", "unknown", "wrong");
    totals.forEach((check, row) ->
        System.out.printf(
            Locale.ROOT,
            "%-13s%10d%10d%10d%10d%n",
            check,
            row.objects,
            row.operations,
            row.unknown,
            row.wrong));
  }

  private static String name(HistoryFault fault) {
    return fault.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns what was not tested: faults that were not applied, and checks without operations. */
  List<String> gaps() {
    List<String> gaps = new ArrayList<>();
    rows.forEach((fault, row) -> {
      if (row.applied == 0) {
        String why = row.problems.isEmpty() ? "no run has chosen it" : row.problems.getLast();
        gaps.add(name(fault) + " was never applied: " + why);
      } else {
        checks.stream()
            .filter(check -> row.completed.getOrDefault(check, 0) == 0)
            .forEach(check ->
                gaps.add("no operation of " + check + " has completed under " + name(fault)));
      }
    });
    return gaps;
  }
}
