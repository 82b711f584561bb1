package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import org.junit.jupiter.api.Test;

/** The guide's table of everyday tasks, and the browser tests that count their clicks. */
class EverydayTasksTest {
  private static final Path TESTS = Path.of("src/test/java/dev/gatehouse");
  private static final Pattern COUNTED = Pattern.compile("mustTake\\((\\d+), \"([^\"]+)\", ");
  private static final int TASKS = 12;
  private static final int MAX_CLICKS = 3;

  @Test
  void hasABrowserTestForEachTaskOfTheGuide() throws Exception {
    Map<String, Integer> counted = new TreeMap<>();
    try (Stream<Path> files = Files.list(TESTS)) {
      List<Path> tests =
          files.filter(file -> file.getFileName().toString().startsWith("Console")).toList();
      for (Path test : tests) {
        for (MatchResult call : COUNTED.matcher(Files.readString(test)).results().toList()) {
          counted.put(call.group(2), Integer.parseInt(call.group(1)));
        }
      }
    }
    Map<String, Integer> guide = EverydayTasks.guide();
    assertEquals(guide, counted);
    assertEquals(TASKS, guide.size());
    assertTrue(guide.values().stream().allMatch(clicks -> clicks <= MAX_CLICKS), guide::toString);
  }
}
