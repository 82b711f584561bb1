package dev.gatehouse.contract;

import static org.junit.jupiter.api.Assertions.*;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The tags of operations and their descriptions. */
class ContractTagsTest {
  private static final Map<String, String> FILES = Map.of("/a", "paths/a.yaml");

  private static JsonObject operation(String... tags) {
    return JsonObject.of("get", JsonObject.of("operationId", "a.get", "tags", array(tags)));
  }

  private static JsonArray array(String... values) {
    return new JsonArray(List.of((Object[]) values));
  }

  private static JsonObject document(JsonObject operation, String... described) {
    JsonArray tags = new JsonArray();
    for (String tag : described) {
      tags.add(JsonObject.of("name", tag, "description", "About " + tag));
    }
    return JsonObject.of("tags", tags, "paths", JsonObject.of("/a", operation));
  }

  private static void rejects(String fault, JsonObject document) {
    var thrown =
        assertThrows(
            ContractException.class, () -> ContractFiles.mustDescribeTags(document, FILES));
    assertTrue(thrown.getMessage().contains("\n  " + fault), thrown.getMessage());
  }

  @Test
  void acceptsDescribedTags() {
    assertDoesNotThrow(
        () -> ContractFiles.mustDescribeTags(document(operation("one"), "one"), FILES));
  }

  @Test
  void rejectsTagWithoutDescription() {
    rejects(
        "paths/a.yaml: a.get has the tag one: describe it in the tags of gatehouse.yaml",
        document(operation("one")));
  }

  @Test
  void rejectsDescribedTagWithoutOperation() {
    rejects(
        "gatehouse.yaml: tag two has no operation in paths/: delete it",
        document(operation("one"), "one", "two"));
  }

  @Test
  void rejectsOperationWithoutTag() {
    rejects("paths/a.yaml: a.get needs a tag", document(operation()));
  }
}
