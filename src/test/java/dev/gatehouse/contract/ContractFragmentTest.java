package dev.gatehouse.contract;

import static org.junit.jupiter.api.Assertions.*;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An extension's part of the contract, and its faults. */
class ContractFragmentTest {
  private static final String DESCRIPTION =
      """
      {"api": 1, "name": "probe", "description": "A probe", "console": {},
       "paths": {
         "/probe": {"get": {
           "operationId": "probe.get", "summary": "Get", "description": "Gets.",
           "x-scopes": ["probe"],
           "responses": {"200": {"description": "a",
             "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Probe"}}}}}}},
         "/probe/all": {"delete": {
           "operationId": "probe.delete", "summary": "Delete", "description": "Deletes.",
           "x-upload-check": "probe", "security": [],
           "responses": {"204": {"description": "b"}}}}},
       "components": {"schemas": {"Probe": {"type": "boolean"}}}}
      """;

  private static ContractFragment fragment(String description) {
    return ContractFragment.of("probe.jar", new JsonObject(description));
  }

  private static Contract load(ContractFragment fragment) {
    return ContractFiles.load("X-API-Key", "", "", List.of(fragment));
  }

  private static String refusal(ContractFragment fragment) {
    return SmallContract.refusal(() -> load(fragment));
  }

  @Test
  void addsOperationsAndSchemas() {
    Contract contract = load(fragment(DESCRIPTION));
    assertEquals("/probe", contract.operation("probe.get").path());
    JsonObject document = contract.document();
    JsonObject item = document.getJsonObject("paths").getJsonObject("/probe/all");
    assertEquals(new JsonArray().add("probe"), item.getJsonObject("delete").getJsonArray("tags"));
    assertTrue(item.getJsonObject("delete").getBoolean("x-extension"));
    JsonObject tag = JsonObject.of("name", "probe", "description", "A probe");
    assertTrue(document.getJsonArray("tags").contains(tag));
    assertTrue(document.getJsonObject("components").getJsonObject("schemas").containsKey("Probe"));
    assertFalse(ContractFiles.load("X-API-Key", "").areas().contains("probe"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "\"api\" | \"note\" | has an unknown key note",
        "\"probe\", \"desc | \"p\", \"desc | needs a name of 2 to 24 letters a-z and digits",
        "\"A probe\" | \" \" | needs a description",
        "\"paths\" | \"console\" | has no paths",
        "\"/probe\": | \"/probes\": | /probes must begin with /probe",
        "\"probe.get\" | \"probes.get\""
            + " | GET /probe needs an operationId that begins with probe.",
        "\"operationId\": \"probe.delete\", | #"
            + "# | DELETE /probe/all needs an operationId that begins with probe.",
        "\"security\": [] | \"x-inline\": true | DELETE /probe/all must not have x-inline",
        "\"security\": [] | \"x-stream\": \"a\" | DELETE /probe/all must not have x-stream",
        "\"security\": [] | \"x-extension\": true | DELETE /probe/all must not have x-extension",
        "\"security\": [] | \"x-body\": \"raw\" | DELETE /probe/all must not have the x-body raw",
        "\"x-upload-check\": \"probe\" | \"x-upload-check\": \"audio\""
            + " | DELETE /probe/all can only have the x-upload-check probe",
        "[\"probe\"] | [\"probe\", \"trading\"] | GET /probe can only have the scope probe",
        "[\"probe\"] | \"probe\" | GET /probe has a value of the wrong type: ",
        "\"get\": | \"Get\": | /probe has an unknown key Get",
        "\"get\": | \"Get\": | /probe has no operation",
        "\"get\": | \"parameters\": 1, \"get\": | /probe has parameters that are no list",
        "\"security\": [] | \"security\": [\"key\"] | DELETE /probe/all has a value of the wrong type: ",
        "\"204\": {\"description\": \"b\"} | \"204\": 1 | DELETE /probe/all has a value of the wrong type: ",
      })
  void namesFaults(String part, String other, String fault) {
    assertTrue(DESCRIPTION.contains(part), part);
    String changed = DESCRIPTION.replace(part, other == null ? "" : other);
    String message = assertThrows(ContractException.class, () -> fragment(changed)).getMessage();
    assertTrue(message.startsWith("probe.jar:\n  "), message);
    assertTrue(message.contains("\n  " + fault), message);
  }

  @Test
  void requiresScopeOfItsNameByDefault() {
    Contract contract = load(fragment(DESCRIPTION.replace("\"x-scopes\": [\"probe\"],", "")));
    assertTrue(contract.scopes().contains("probe"));
    assertEquals(2, contract.operation("probe.get").requirements().size());
    assertTrue(contract.operation("probe.delete").requirements().isEmpty());
  }

  @Test
  void namesFileOfWrongType() {
    String changed =
        DESCRIPTION.replace("\"schemas\": {\"Probe\"", "\"schemas\": 1, \"x\": {\"a\"");
    String message = assertThrows(ContractException.class, () -> fragment(changed)).getMessage();
    assertTrue(message.startsWith("probe.jar: a key has a value of the wrong type: "), message);
  }

  @Test
  void namesOperationWithIncompleteParameter() {
    String parameter =
        "\"parameters\": [{\"name\": \"a\", \"in\": \"query\"}], \"summary\": \"Get\"";
    String message = refusal(fragment(DESCRIPTION.replace("\"summary\": \"Get\"", parameter)));
    assertTrue(message.contains("\n  probe.jar: probe.get cannot be read: "), message);
  }

  @Test
  void rejectsNamesInUse() {
    for (String used :
        List.of("site", "deployment", "audio", "commerce", "notify", "http", "any")) {
      ContractFragment fragment = fragment(DESCRIPTION.replace("probe", used));
      assertEquals("probe.jar: the name " + used + " is in use: choose another", refusal(fragment));
    }
    assertEquals(
        "probe.jar repeats ErrorReply of gatehouse.yaml: choose another name",
        refusal(fragment(DESCRIPTION.replace("Probe", "ErrorReply"))));
  }
}
