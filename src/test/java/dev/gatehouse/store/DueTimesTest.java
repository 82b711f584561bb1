package dev.gatehouse.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.store.sqlite.EmbeddedStore;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents that are due, also after a clock that was ahead has stored their times. */
class DueTimesTest {
  private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");
  private static final DueTimes DUE = new DueTimes("due", Duration.ofHours(12));

  @TempDir Path folder;

  private record Task(String id, Instant due, String state) {}

  @Test
  void findsPastAndImpossiblyFarTimes() {
    try (var store = EmbeddedStore.open(folder, false)) {
      var documents = new Documents(store.documents(), new SecureRandom());
      DocumentCollection<Task> tasks = documents.collection("tasks", Task.class);
      tasks.insert(new Task("late", NOW.minusSeconds(60), "A"));
      tasks.insert(new Task("now", NOW, "A"));
      tasks.insert(new Task("soon", NOW.plusSeconds(1), "A"));
      tasks.insert(new Task("latest", NOW.plus(Duration.ofHours(12)), "A"));
      tasks.insert(new Task("far", NOW.plus(Duration.ofDays(400)), "A"));
      tasks.insert(new Task("other", NOW.minusSeconds(90), "B"));
      tasks.insert(new Task("never", null, "A"));
      JsonObject a = JsonObject.of("state", "A");
      List<String> found = DUE.find(tasks, a, NOW, 9).stream().map(Task::id).toList();
      assertEquals(List.of("late", "now", "far"), found);
      assertEquals(2, DUE.find(tasks, a, NOW, 2).size());
    }
  }
}
