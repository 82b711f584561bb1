package dev.gatehouse.contract;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;

/** Merges {@code contract/gatehouse.yaml} and the areas' files into one OpenAPI 3.1 document. */
public final class ContractFiles {
  private static final ObjectMapper YAML = YAMLMapper.builder().build();
  private static final String ROOT = "/contract/";

  private ContractFiles() {}

  /**
   * Reads the contract from the class path.
   *
   * @param keyHeader the name of the header that carries API keys
   */
  public static Contract load(String keyHeader) {
    JsonObject document = read("gatehouse.yaml");
    for (Object area : (JsonArray) document.remove("x-areas")) {
      merge(document, "paths/" + area + ".yaml");
    }
    document
        .getJsonObject("components")
        .getJsonObject("securitySchemes")
        .getJsonObject("key")
        .put("name", keyHeader);
    return new Contract(document);
  }

  private static void merge(JsonObject document, String file) {
    JsonObject part = read(file);
    putAll(document.getJsonObject("paths"), part.getJsonObject("paths"), file);
    JsonObject components = part.getJsonObject("components", new JsonObject());
    for (String kind : components.fieldNames()) {
      putAll(
          document.getJsonObject("components").getJsonObject(kind),
          components.getJsonObject(kind),
          file);
    }
  }

  private static void putAll(JsonObject whole, JsonObject part, String file) {
    for (String name : part.fieldNames()) {
      if (whole.containsKey(name)) {
        throw new IllegalStateException(file + " repeats " + name);
      }
      whole.put(name, part.getValue(name));
    }
  }

  @SuppressWarnings("unchecked")
  private static JsonObject read(String file) {
    try (InputStream in = ContractFiles.class.getResourceAsStream(ROOT + file)) {
      if (in == null) {
        throw new IllegalStateException("the contract has no " + file);
      }
      return new JsonObject((Map<String, Object>) YAML.readValue(in, Map.class));
    } catch (IOException e) {
      throw new UncheckedIOException("the contract's " + file + " is not YAML", e);
    }
  }
}
