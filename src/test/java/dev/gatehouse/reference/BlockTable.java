package dev.gatehouse.reference;

import dev.gatehouse.reference.PageBlock.Fate;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Table of what happens to the code blocks of each page. */
final class BlockTable {
  private static final String ROW = "%-44s %6s %6s %8s %8s %8s %6s%n";

  private BlockTable() {}

  static String text() {
    var table = new StringBuilder();
    table.append(ROW.formatted("page", "blocks", "run", "own test", "compared", "excused", "text"));
    var all = new EnumMap<Fate, Integer>(Fate.class);
    var reasons = new StringBuilder();
    for (Path page : PageBlock.pages()) {
      List<PageBlock> blocks = PageBlock.of(page);
      if (!blocks.isEmpty()) {
        var fates = new EnumMap<Fate, Integer>(Fate.class);
        for (PageBlock block : blocks) {
          fates.merge(block.fate(), 1, Integer::sum);
          fates.merge(Fate.COMPARED, (int) block.shownOutputs(), Integer::sum);
          if (block.fate() == Fate.EXCUSED) {
            reasons.append(block).append(": ").append(block.reason()).append('\n');
          }
        }
        fates.forEach((fate, count) -> all.merge(fate, count, Integer::sum));
        String name = page.toString().replaceFirst("^src/docs/", "");
        table.append(row(name, blocks.size(), fates));
      }
    }
    int count = PageBlock.pages().stream().mapToInt(page -> PageBlock.of(page).size()).sum();
    return table.append(row("all", count, all)).append('\n').append(reasons).toString();
  }

  private static String row(String name, int blocks, Map<Fate, Integer> fates) {
    return ROW.formatted(
        name,
        blocks,
        fates.getOrDefault(Fate.RUN, 0),
        fates.getOrDefault(Fate.OWN_TEST, 0),
        fates.getOrDefault(Fate.COMPARED, 0),
        fates.getOrDefault(Fate.EXCUSED, 0),
        fates.getOrDefault(Fate.TEXT, 0) + fates.getOrDefault(Fate.FORGOTTEN, 0));
  }
}
