package dev.gatehouse.contract;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Samples;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

/**
 * What the merge of the contract's files adds to them, and the tags that it requires. Each test
 * reads the files anew.
 */
class ContractFilesTest {
  private static final Map<String, String> TAGGED = Map.of("/a", "paths/a.yaml");

  private static JsonObject load() {
    return ContractFiles.load("X-Key", "").document();
  }

  private static JsonObject operation(JsonObject document, String path) {
    return document.getJsonObject("paths").getJsonObject(path).getJsonObject("get");
  }

  /** Adds all schemas within a node that have a type. */
  private static void collect(Object node, List<JsonObject> schemas) {
    if (node instanceof JsonObject object) {
      if (object.containsKey("type")) {
        schemas.add(object);
      }
      object.fieldNames().forEach(name -> collect(object.getValue(name), schemas));
    } else if (node instanceof JsonArray list) {
      list.forEach(each -> collect(each, schemas));
    }
  }

  @Test
  void addsHintsForGenerators() {
    List<JsonObject> schemas = new ArrayList<>();
    collect(load(), schemas);
    int lines = 0;
    int nullable = 0;
    for (JsonObject schema : schemas) {
      String type = schema.getValue("type").toString();
      if (type.equals("number") || type.contains("\"number\"")) {
        assertEquals("double", schema.getString("format"), schema::encode);
        nullable += type.equals("number") ? 0 : 1;
      }
      if (type.equals("integer") && schema.containsKey("maximum")) {
        boolean wide = schema.getLong("maximum") > Integer.MAX_VALUE;
        assertEquals(wide, "int64".equals(schema.getString("format")), schema::encode);
      }
      if (type.equals("string") && "line".equals(schema.getValue("format"))) {
        lines++;
        assertTrue(schema.containsKey("pattern"), schema::encode);
      }
      if (type.equals("string") && "date".equals(schema.getValue("format"))) {
        assertFalse(schema.containsKey("pattern"), schema::encode);
      }
    }
    assertTrue(lines > 50 && nullable > 0, lines + " lines, " + nullable + " nullable numbers");
  }

  @Test
  void addsResponsesAndPages() {
    JsonObject document = load();
    JsonObject page = operation(document, "/status").getJsonObject("responses");
    JsonObject error = page.getJsonObject("default").getJsonObject("content");
    assertTrue(error.containsKey("text/html") && error.containsKey("application/json"));
    JsonObject status = operation(document, "/deployment/info").getJsonObject("responses");
    assertEquals("#/components/responses/Forbidden", status.getJsonObject("403").getString("$ref"));
    JsonArray codes = Samples.at(document, "/components/schemas/ErrorCode/enum");
    assertTrue(codes.contains("slot_taken"));
  }

  /** Paths are in the order of their described tags. */
  @Test
  void sortsPathsByTags() {
    JsonObject document = load();
    List<String> tags =
        document.getJsonArray("tags").stream()
            .map(tag -> ((JsonObject) tag).getString("name"))
            .toList();
    int last = 0;
    for (Map.Entry<String, Object> path : document.getJsonObject("paths")) {
      JsonObject item = (JsonObject) path.getValue();
      String tag =
          OperationReader.METHODS.stream()
              .map(OperationReader::key)
              .filter(item::containsKey)
              .map(method -> item.getJsonObject(method).getJsonArray("tags").getString(0))
              .findFirst()
              .orElseThrow();
      assertTrue(tags.indexOf(tag) >= last, path.getKey());
      last = tags.indexOf(tag);
    }
    assertEquals(tags.size() - 1, last);
  }

  @Test
  void namesHeadersAndContactOfSettings() {
    JsonObject plain = load();
    assertEquals("X-Key", keyHeader(plain));
    assertEquals("X-Shopify-Storefront-Access-Token", shopHeader(plain));
    assertNull(plain.getJsonObject("info").getJsonObject("contact").getString("url"));
    JsonObject set =
        ContractFiles.load("X-Other", "https://site/contact", "X-Shop", List.of()).document();
    assertEquals("X-Other", keyHeader(set));
    assertEquals("X-Shop", shopHeader(set));
    assertEquals(
        JsonObject.of("name", "Access", "url", "https://site/contact"),
        set.getJsonObject("info").getJsonObject("contact"));
  }

  private static String keyHeader(JsonObject document) {
    return Samples.at(document, "/components/securitySchemes/key/name");
  }

  private static String shopHeader(JsonObject document) {
    return Samples.at(document, "/components/parameters/StorefrontToken/name");
  }

  private static JsonObject operation(String... tags) {
    return JsonObject.of("get", JsonObject.of("operationId", "a.get", "tags", List.of(tags)));
  }

  private static JsonObject document(JsonObject operation, String... described) {
    JsonArray tags = new JsonArray();
    for (String tag : described) {
      tags.add(JsonObject.of("name", tag, "description", "About " + tag));
    }
    return JsonObject.of("tags", tags, "paths", JsonObject.of("/a", operation));
  }

  private static void rejects(String fault, JsonObject document) {
    String message = SmallContract.refusal(() -> ContractFiles.mustDescribeTags(document, TAGGED));
    assertTrue(message.contains("\n  " + fault), message);
  }

  @Test
  void acceptsDescribedTags() {
    assertDoesNotThrow(
        () -> ContractFiles.mustDescribeTags(document(operation("one"), "one"), TAGGED));
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
