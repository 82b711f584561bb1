package dev.gatehouse.node.extensions;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.area.extension.ApiResponse;
import dev.gatehouse.area.extension.FileStore.StoredFile;
import dev.gatehouse.bus.Answer;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How responses of extensions become replies. */
class AnswersTest {
  @Test
  void keepsStatusAndHeadersOfPage() throws Exception {
    Answer answer =
        NodeContext.answerOf(
            () -> new ApiResponse(202, Map.of("X-Place", "3"), "<p>Wait</p>"), null);
    assertEquals(202, answer.status());
    assertEquals(Map.of("Content-Type", "text/html", "X-Place", "3"), answer.headers());
    assertEquals("<p>Wait</p>", answer.json().toString());
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 199, 400, 500})
  void refusesStatusOfError(int status) {
    var failure =
        assertThrows(IllegalArgumentException.class, () -> new ApiResponse(status, Map.of(), null));
    assertTrue(failure.getMessage().contains("not " + status), failure.getMessage());
  }

  @Test
  void refusesFileWithOtherStatus() {
    var file = new StoredFile("a.txt", "1", 3, "", "text/plain");
    assertThrows(IllegalArgumentException.class, () -> new ApiResponse(201, Map.of(), file));
  }
}
