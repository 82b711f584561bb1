package dev.gatehouse.contract;

import module java.base;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * Merges {@code contract/gatehouse.yaml} and the areas' files into one OpenAPI 3.1 document, and
 * adds the common parts of operations. The build has converted the files to JSON.
 */
public final class ContractFiles {
  static final String MAIN = "gatehouse.yaml";

  /** The names of the files of paths/, which the build writes. */
  private static final String INDEX = "paths/index.json";

  private final JsonObject document = read(MAIN);

  /** File of each path, schema and other component, for messages. */
  private final Map<String, String> files = new HashMap<>();

  private ContractFiles() {}

  /**
   * Reads the contract from the class path.
   *
   * @param keyHeader name of the header that carries API keys
   * @param contactUrl page where access can be requested; empty without such a page
   * @throws ContractException that names the file and operation of a missing or wrong part
   */
  public static Contract load(String keyHeader, String contactUrl) {
    return load(keyHeader, contactUrl, "", List.of());
  }

  /**
   * Reads the contract from the class path.
   *
   * @param keyHeader name of the header that carries API keys
   * @param contactUrl page where access can be requested; empty without such a page
   * @param shopTokenHeader name of the header that carries the storefront's public token; empty for
   *     the default
   * @param extensions parts of the contract that extensions add
   * @throws ContractException that names the file and operation of a missing or wrong part
   */
  public static Contract load(
      String keyHeader,
      String contactUrl,
      String shopTokenHeader,
      List<ContractFragment> extensions) {
    var files = new ContractFiles();
    for (Object name : new JsonArray(bytes(INDEX))) {
      files.merge("paths/" + name);
    }
    extensions.forEach(files::add);
    files
        .document
        .getJsonObject("components")
        .getJsonObject("schemas")
        .getJsonObject("ErrorCode")
        .put("enum", new JsonArray(Stream.of(ErrorCode.values()).map(ErrorCode::wire).toList()));
    ContractTags.mustBeComplete(files.document, files.files);
    ContractTags.sortPaths(files.document);
    JsonObject paths = files.document.getJsonObject("paths");
    for (String path : paths.fieldNames()) {
      files.complete(paths.getJsonObject(path));
    }
    files
        .document
        .getJsonObject("components")
        .getJsonObject("securitySchemes")
        .getJsonObject("key")
        .put("name", keyHeader);
    if (!shopTokenHeader.isEmpty()) {
      files
          .document
          .getJsonObject("components")
          .getJsonObject("parameters")
          .getJsonObject("StorefrontToken")
          .put("name", shopTokenHeader);
    }
    if (!contactUrl.isEmpty()) {
      files
          .document
          .getJsonObject("info")
          .put("contact", new JsonObject().put("name", "Access").put("url", contactUrl));
    }
    addHints(files.document);
    return new Contract(files.document, files.files);
  }

  /**
   * Adds what generators of clients need: the characters of each text format as a pattern, and the
   * formats of numbers, which otherwise become 32-bit numbers in some languages.
   */
  private static void addHints(Object node) {
    if (node instanceof JsonObject object) {
      boolean bare = object.containsKey("type") && !object.containsKey("pattern");
      if (bare && object.getValue("format") instanceof String format) {
        Format.of(format)
            .map(Format::pattern)
            .filter(pattern -> !pattern.isEmpty())
            .ifPresent(pattern -> object.put("pattern", pattern));
      }
      if (hasType(object, "number") && !object.containsKey("format")) {
        object.put("format", "double");
      }
      if (hasType(object, "integer") && object.getValue("maximum") instanceof Long) {
        object.put("format", "int64");
      }
      object.fieldNames().forEach(name -> addHints(object.getValue(name)));
    } else if (node instanceof JsonArray list) {
      list.forEach(ContractFiles::addHints);
    }
  }

  private static boolean hasType(JsonObject schema, String type) {
    Object types = schema.getValue("type");
    return type.equals(types) || (types instanceof JsonArray several && several.contains(type));
  }

  private void complete(JsonObject item) {
    JsonArray security = document.getJsonArray("security");
    OperationReader.METHODS.stream()
        .map(OperationReader::key)
        .filter(item::containsKey)
        .forEach(method -> {
          CommonParts.addTo(method, item, security);
          CommonParts.addPages(document, item.getJsonObject(method));
        });
  }

  private void merge(String file) {
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

  private void add(ContractFragment extension) {
    extension.addTo(document);
    putAll(document.getJsonObject("paths"), extension.paths(), extension.file());
    putAll(
        document.getJsonObject("components").getJsonObject("schemas"),
        extension.schemas(),
        extension.file());
  }

  private void putAll(JsonObject whole, JsonObject part, String file) {
    for (String name : part.fieldNames()) {
      if (whole.containsKey(name)) {
        throw new ContractException(
            "%s repeats %s of %s: choose another name"
                .formatted(file, name, files.getOrDefault(name, MAIN)));
      }
      whole.put(name, part.getValue(name));
      files.put(name, file);
    }
  }

  private static JsonObject read(String file) {
    return new JsonObject(bytes(file));
  }

  private static Buffer bytes(String file) {
    String json = file.replace(".yaml", ".json");
    try (InputStream in = ContractFiles.class.getResourceAsStream("/contract/" + json)) {
      if (in == null) {
        throw new ContractException(
            "the contract has no " + file + " (mvn process-classes makes JSON of it)");
      }
      return Buffer.buffer(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException("the contract's " + file + " cannot be read", e);
    }
  }
}
