package dev.gatehouse.contract;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.Samples;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@link ContractFiles}. */
class CommonPartsTest {
  private static final String ALWAYS = "403 412 414 429 431 500 503 504 default";
  private static final JsonArray CLOSED = new JsonArray("[{\"token\": []}]");

  private static JsonObject completed(String method, String item) {
    JsonObject parsed = new JsonObject(item.replace('\'', '"'));
    ContractFiles.addCommonParts(method, parsed, CLOSED);
    return parsed.getJsonObject(method);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "get | {'get':{'security':[]}} | ",
        "get | {'get':{}} | 401",
        "get | {'get':{'security':[],'parameters':[]}} | 400",
        "get | {'parameters':[],'get':{'security':[]}} | 400",
        "get | {'get':{'security':[],'responses':{'200':{'content':{}}}}} | 200 406",
        "get | {'get':{'security':[],'responses':{'200':{'$ref':'a'}}}} | 200 406",
        "get | {'get':{'security':[],'responses':{'204':{}}}} | 204",
        "get | {'get':{'security':[],'responses':{'302':{'content':{}}}}} | 302",
        "get | {'get':{'security':[],'x-body':'stream'}} | 507",
        "post | {'post':{'security':[]}} | 507",
        "post | {'post':{'security':[],'requestBody':{}}} | 400 413 415 507",
        "post | {'post':{'security':[],'x-idempotent':true}} | 400 409 507",
      })
  void addsResponsesThatFollow(String method, String item, String statuses) {
    Set<String> expected = new TreeSet<>(Set.of(ALWAYS.split(" ")));
    if (statuses != null) {
      expected.addAll(Set.of(statuses.split(" ")));
    }
    JsonObject responses = completed(method, item).getJsonObject("responses");
    assertEquals(expected, new TreeSet<>(responses.fieldNames()));
    assertEquals(
        "#/components/responses/Forbidden", responses.getJsonObject("403").getString("$ref"));
  }

  @Test
  void keepsOwnDeclarations() {
    JsonObject post =
        completed(
            "post", "{'post':{'x-idempotent':true,'responses':{'403':{'description':'own'}}}}");
    assertEquals(
        "own", post.getJsonObject("responses").getJsonObject("403").getString("description"));
    JsonObject key = JsonObject.of("$ref", "#/components/parameters/IdempotencyKey");
    assertEquals(new JsonArray().add(key), post.getJsonArray("parameters"));
    JsonObject two =
        completed("post", "{'post':{'x-idempotent':true,'parameters':[{'name':'a'}]}}");
    assertEquals(2, two.getJsonArray("parameters").size());
  }

  /** Errors of pages, and of operations that only redirect, are also pages. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "{'200':{'content':{'text/html':{}}}} | true",
        "{'200':{'content':{'application/json':{}}}} | false",
        "{'200':{'content':{'application/json':{}}},'201':{'content':{'text/html':{}}}} | true",
        "{'302':{}} | true",
        "{'302':{},'200':{'content':{'application/json':{}}}} | false",
        "{'204':{}} | false",
      })
  void addsPagesOfErrors(String responses, boolean pages) {
    JsonObject document =
        new JsonObject(
            """
            {"components": {"responses": {
              "Forbidden": {"description": "no", "content": {"application/json": {}}},
              "Gone": {"description": "gone"}}}}
            """);
    JsonObject operation = JsonObject.of("responses", new JsonObject(responses.replace('\'', '"')));
    JsonObject all = operation.getJsonObject("responses");
    all.put("403", JsonObject.of("$ref", "#/components/responses/Forbidden"));
    all.put("410", JsonObject.of("$ref", "#/components/responses/Gone"));
    ContractFiles.addPages(document, operation);
    JsonObject forbidden = all.getJsonObject("403");
    assertEquals(pages, !forbidden.containsKey("$ref"));
    if (pages) {
      JsonObject content = forbidden.getJsonObject("content");
      assertEquals("string", Samples.at(content, "/text~1html/schema/type"));
      assertTrue(content.containsKey("application/json"));
    }
    assertTrue(all.getJsonObject("410").containsKey("$ref"));
    assertFalse(document.encode().contains("text/html"), "the shared response is unchanged");
  }
}
