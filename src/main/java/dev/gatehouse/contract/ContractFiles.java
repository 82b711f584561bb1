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

  private static final String RESPONSES = "#/components/responses/";
  private static final String HTML = "text/html";
  private static final JsonObject EMPTY = new JsonObject();
  private static final JsonObject PAGE =
      new JsonObject().put("schema", new JsonObject().put("type", "string"));
  private static final Set<String> UPLOADS = Set.of("multipart", "stream", "json or multipart");

  private static final String TAGS = "tags";

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
    mustDescribeTags(files.document, files.files);
    sortPaths(files.document);
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
          addCommonParts(method, item, security);
          addPages(document, item.getJsonObject(method));
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

  /**
   * @param method the operation's method, which is its key in the path item
   * @param item the path item, whose parameters also apply to the operation
   * @param rootSecurity security of operations that declare none
   */
  static void addCommonParts(String method, JsonObject item, JsonArray rootSecurity) {
    JsonObject operation = item.getJsonObject(method);
    boolean idempotent = operation.getBoolean("x-idempotent", false);
    if (idempotent) {
      JsonArray parameters = operation.getJsonArray("parameters", new JsonArray());
      operation.put(
          "parameters", parameters.add(reference("#/components/parameters/IdempotencyKey")));
    }
    boolean asks = operation.containsKey("parameters") || item.containsKey("parameters");
    boolean takes = operation.containsKey("requestBody");
    boolean uploads = UPLOADS.contains(operation.getString("x-body", ""));
    boolean closed = !operation.getJsonArray("security", rootSecurity).isEmpty();
    Map<String, Boolean> common = new LinkedHashMap<>();
    common.put("400 BadRequest", asks || takes);
    common.put("401 Unauthorized", closed);
    common.put("403 Forbidden", true);
    common.put("406 NotAcceptable", produces(operation));
    common.put("409 Conflict", idempotent);
    common.put("412 PreconditionFailed", true);
    common.put("413 TooLarge", takes);
    common.put("414 UriTooLong", true);
    common.put("415 UnsupportedMediaType", takes);
    common.put("429 TooManyRequests", true);
    common.put("431 HeadersTooLarge", true);
    common.put("500 InternalError", true);
    common.put("503 Unavailable", true);
    common.put("504 TimedOut", true);
    common.put("507 NoSpace", uploads || !method.equals("get"));
    common.put("default OtherError", true);
    JsonObject responses = operation.getJsonObject("responses", new JsonObject());
    common.forEach((entry, applies) -> {
      String[] statusAndName = entry.split(" ");
      if (applies && !responses.containsKey(statusAndName[0])) {
        responses.put(statusAndName[0], reference(RESPONSES + statusAndName[1]));
      }
    });
    operation.put("responses", responses);
  }

  /**
   * Declares that errors of an operation that produces pages, or only redirects, are pages for
   * browsers.
   *
   * @param document with all its shared responses
   */
  static void addPages(JsonObject document, JsonObject operation) {
    JsonObject responses = operation.getJsonObject("responses");
    boolean pages =
        responses.fieldNames().stream()
            .filter(status -> status.startsWith("2"))
            .map(status -> responses.getJsonObject(status).getJsonObject("content", EMPTY))
            .anyMatch(content -> content.containsKey(HTML));
    boolean redirects = responses.fieldNames().stream().anyMatch(status -> status.startsWith("3"));
    if (!pages && (produces(operation) || !redirects)) {
      return;
    }
    JsonObject shared = document.getJsonObject("components").getJsonObject("responses");
    for (String status : List.copyOf(responses.fieldNames())) {
      String target = responses.getJsonObject(status).getString("$ref", "");
      JsonObject named = shared.getJsonObject(target.replace(RESPONSES, ""));
      if (named != null && named.getJsonObject("content", EMPTY).containsKey("application/json")) {
        JsonObject either = named.copy();
        either.getJsonObject("content").put(HTML, PAGE.copy());
        responses.put(status, either);
      }
    }
  }

  /** Returns whether a success has a body. */
  private static boolean produces(JsonObject operation) {
    JsonObject responses = operation.getJsonObject("responses", new JsonObject());
    return responses.fieldNames().stream()
        .filter(status -> status.startsWith("2"))
        .map(responses::getJsonObject)
        .anyMatch(response -> response.containsKey("content") || response.containsKey("$ref"));
  }

  private static JsonObject reference(String target) {
    return new JsonObject().put("$ref", target);
  }

  /**
   * Checks that each operation has a tag, and that exactly the tags of operations are described.
   *
   * @param files the file of each path
   * @throws ContractException that lists the faults, each with the file to edit
   */
  static void mustDescribeTags(JsonObject document, Map<String, String> files) {
    List<String> described = described(document);
    Set<String> used = new HashSet<>();
    List<String> faults = new ArrayList<>();
    JsonObject paths = document.getJsonObject("paths");
    for (String path : paths.fieldNames()) {
      String file = files.getOrDefault(path, ContractFiles.MAIN);
      for (JsonObject operation : operations(paths.getJsonObject(path))) {
        JsonArray tags = operation.getJsonArray(TAGS, new JsonArray());
        String place = file + ": " + operation.getString("operationId", path) + ' ';
        if (tags.isEmpty()) {
          faults.add(place + "needs a tag");
        }
        for (Object tag : tags) {
          used.add((String) tag);
          if (!described.contains(tag)) {
            faults.add(
                place + "has the tag " + tag + ": describe it in the tags of gatehouse.yaml");
          }
        }
      }
    }
    Set<String> unused = new TreeSet<>(described);
    unused.removeAll(used);
    unused.forEach(tag ->
        faults.add(ContractFiles.MAIN + ": tag " + tag + " has no operation in paths/: delete it"));
    if (!faults.isEmpty()) {
      throw new ContractException(
          "the tags of the contract are not complete:\n  " + String.join("\n  ", faults));
    }
  }

  /** Sorts the paths by the order of the described tags; those of one tag keep their order. */
  static void sortPaths(JsonObject document) {
    List<String> described = described(document);
    JsonObject paths = document.getJsonObject("paths");
    JsonObject sorted = new JsonObject();
    described.forEach(tag ->
        paths.fieldNames().stream()
            .filter(path -> tag.equals(firstTag(paths.getJsonObject(path))))
            .forEach(path -> sorted.put(path, paths.getValue(path))));
    document.put("paths", sorted);
  }

  private static String firstTag(JsonObject item) {
    return operations(item).getFirst().getJsonArray(TAGS).getString(0);
  }

  private static List<JsonObject> operations(JsonObject item) {
    return OperationReader.METHODS.stream()
        .map(OperationReader::key)
        .filter(item::containsKey)
        .map(item::getJsonObject)
        .toList();
  }

  private static List<String> described(JsonObject document) {
    return document.getJsonArray(TAGS).stream()
        .map(JsonObject.class::cast)
        .filter(tag -> !tag.getString("description", "").isBlank())
        .map(tag -> tag.getString("name"))
        .toList();
  }
}
