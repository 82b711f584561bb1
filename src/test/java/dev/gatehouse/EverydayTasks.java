package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import io.vertx.core.json.JsonObject;

/** The everyday tasks of the console's guide, with their numbers of clicks. */
final class EverydayTasks {
  private static final Path GUIDE = Path.of("src/docs/guides/console.md");
  private static final String HEADING = "## Everyday tasks";
  private static final Pattern ROW = Pattern.compile("(?m)^\\| ([^|]+) \\| (\\d+) \\|");

  private EverydayTasks() {}

  /** Returns the clicks by task, as the guide's table states them. */
  static Map<String, Integer> guide() throws IOException {
    String guide = Files.readString(GUIDE);
    int start = guide.indexOf(HEADING) + HEADING.length();
    String table = guide.substring(start, guide.indexOf("\n## ", start));
    Map<String, Integer> tasks = new TreeMap<>();
    for (MatchResult row : ROW.matcher(table).results().toList()) {
      tasks.put(row.group(1), Integer.parseInt(row.group(2)));
    }
    return tasks;
  }

  /** Asserts the number of clicks of a task in a browser, and that the guide states it. */
  static void mustTake(int clicks, String task, JsonObject seen) throws IOException {
    assertEquals(clicks, seen.getInteger("clicks"), seen::encode);
    assertEquals(clicks, guide().get(task), task);
  }
}
