package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import org.junit.jupiter.api.Test;

/** The guarantees page names tests. Detects names of renamed or deleted tests. */
class GuaranteesTest {
  private static final Pattern TEST = Pattern.compile("`([A-Z][A-Za-z0-9]*Test)\\.([a-z]\\w*)`");

  @Test
  void namesExistingTestsOnly() throws IOException {
    Map<String, Path> classes = new HashMap<>();
    FileTree.of(Path.of("src/test/java"), "Test.java")
        .forEach(file -> classes.put(file.getFileName().toString(), file));
    List<String> missing = new ArrayList<>();
    int named = 0;
    String page = Files.readString(Path.of("src/docs/guarantees.md"));
    for (MatchResult test : TEST.matcher(page).results().toList()) {
      named++;
      Path file = classes.get(test.group(1) + ".java");
      if (file == null || !Files.readString(file).contains(" void " + test.group(2) + "(")) {
        missing.add(test.group());
      }
    }
    assertEquals(List.of(), missing, "src/docs/guarantees.md names them");
    assertTrue(named > 30, named + " tests are named");
  }
}
