package dev.gatehouse.reference;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.FileTree;
import dev.gatehouse.Unchecked;
import dev.gatehouse.contract.ErrorCode;
import org.junit.jupiter.api.Test;

/** The generated reference is current, and contains everything exactly once. */
class ReferencePagesTest {
  private static final Path FOLDER = Path.of("src/docs/reference");
  private static final String WRITE = "gatehouse.write";
  private static final String COMMAND =
      "mvn -q test-compile surefire:test -Dtest=ReferencePagesTest -D" + WRITE + "=true";
  private static final String NOTE = "<!-- Generated. To update: " + COMMAND + " -->\n\n";

  private static final Map<String, String> PAGES = pages();

  private static Map<String, String> pages() {
    ApiPages api = new ApiPages();
    Map<String, String> pages = new TreeMap<>();
    api.all(NOTE).forEach((name, text) -> pages.put("api/" + name, text));
    pages.put("scopes.md", api.scopes(NOTE));
    pages.put("operations.md", Unchecked.get(() -> OperationTable.page(NOTE)));
    pages.put("events.md", Unchecked.get(() -> api.events(NOTE)));
    pages.put("settings.md", OwnerPages.settings(NOTE));
    pages.put("commands.md", OwnerPages.commands(NOTE));
    return pages;
  }

  @Test
  void isCurrent() throws IOException {
    if (Boolean.getBoolean(WRITE)) {
      for (Map.Entry<String, String> page : PAGES.entrySet()) {
        Path file = FOLDER.resolve(page.getKey());
        Files.createDirectories(file.getParent());
        Files.writeString(file, page.getValue());
      }
    }
    List<String> outdated = new ArrayList<>();
    Set<String> committed = new TreeSet<>();
    for (Path file : FileTree.of(FOLDER)) {
      String name = FOLDER.relativize(file).toString();
      committed.add(name);
      if (!Files.readString(file).equals(PAGES.get(name))) {
        outdated.add(name);
      }
    }
    assertEquals(PAGES.keySet(), committed);
    assertEquals(List.of(), outdated, "not current; write them with: " + COMMAND);
  }

  @Test
  void containsEachErrorCodeOnce() throws IOException {
    String errors = Files.readString(Path.of("src/docs/errors.md"));
    for (ErrorCode each : ErrorCode.values()) {
      assertEquals(1, count(errors, "\n| `" + each.wire() + "` | "), each.wire());
    }
  }

  @Test
  void containsEachMetricOnce() throws IOException {
    List<String> names =
        Files.readString(Path.of("src/docs/metrics.md"))
            .lines()
            .filter(line -> line.startsWith("| `"))
            .map(line -> line.substring(0, line.indexOf('`', 3)))
            .toList();
    assertTrue(names.size() > 60, names::toString);
    assertEquals(new TreeSet<>(names).size(), names.size());
  }

  @Test
  void hasUniqueHeadings() {
    PAGES.forEach((name, page) -> {
      List<String> headings = page.lines().filter(line -> line.startsWith("## ")).toList();
      assertEquals(new TreeSet<>(headings).size(), headings.size(), name + " " + headings);
    });
  }

  private static int count(String text, String part) {
    return (int) Pattern.compile(Pattern.quote(part)).matcher(text).results().count();
  }
}
