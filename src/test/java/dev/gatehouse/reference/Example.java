package dev.gatehouse.reference;

import module java.base;

import dev.gatehouse.reference.ContractDocument.Documented;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * Example request of an operation.
 *
 * @param path with the values of its parameters, and the query
 * @param type media type of the body; empty without one
 * @param body JSON, the text of a form's fields, or the name of a file
 */
record Example(Documented operation, String path, String type, Object body) {
  private static final String JSON = "application/json";
  private static final String FORM = "multipart/form-data";
  private static final String FILE = "FILE";

  /** Files that the examples send, by media type. */
  private static final Map<String, String> FILES =
      Map.of(
          "application/pdf", "resume.pdf",
          "audio/wav", "tone.wav",
          "application/vnd.apache.parquet", "spy.parquet",
          "text/csv", "spy.csv",
          "text/plain", "dna.txt",
          "application/octet-stream", "file.bin");

  static Example of(Documented operation, SampleValues values) {
    String path = operation.path();
    for (JsonObject parameter : operation.parameters("path")) {
      String name = parameter.getString("name");
      Object value = values.of(name, parameter.getJsonObject("schema"));
      path = path.replace('{' + name + '}', encoded(value));
    }
    List<String> query = new ArrayList<>();
    for (JsonObject parameter : operation.parameters("query")) {
      if (parameter.getBoolean("required", false)) {
        String name = parameter.getString("name");
        query.add(name + '=' + encoded(values.of(name, parameter.getJsonObject("schema"))));
      }
    }
    if (credential(operation).equals("ticket")) {
      query.add("ticket=TICKET");
    }
    String end = query.isEmpty() ? "" : '?' + String.join("&", query);
    JsonObject bodies = operation.bodies();
    String type =
        bodies.containsKey(JSON) && !"stream".equals(operation.json().getString("x-body"))
            ? JSON
            : bodies.fieldNames().stream().findFirst().orElse("");
    Object body = type.isEmpty() ? null : body(type, bodies.getJsonObject(type), values);
    return new Example(operation, path + end, type, body);
  }

  private static Object body(String type, JsonObject content, SampleValues values) {
    boolean fields = type.equals(JSON) || type.equals(FORM);
    return fields
        ? values.of("body", content.getJsonObject("schema"))
        : FILES.getOrDefault(type, "file.bin");
  }

  private static String encoded(Object value) {
    return URLEncoder.encode(String.valueOf(value), StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Returns the credential of the example: key, token, ticket, or nothing. */
  static String credential(Documented operation) {
    JsonArray security = operation.json().getJsonArray("security");
    List<String> schemes =
        security == null
            ? List.of("key", "token")
            : security.stream().flatMap(each -> ((JsonObject) each).fieldNames().stream()).toList();
    if (operation.id().equals("access.logout")) {
      // A key has no token to revoke.
      return "token";
    }
    for (String scheme : List.of("ticket", "key", "token")) {
      if (schemes.contains(scheme)) {
        return scheme;
      }
    }
    return "";
  }

  private String method() {
    return operation.method().toUpperCase(Locale.ROOT);
  }

  /** Returns a command for a shell. */
  String curl() {
    List<String> words = new ArrayList<>(List.of(operation.isStream() ? "curl -sN" : "curl -s"));
    boolean implied =
        operation.method().equals("get") || (operation.method().equals("post") && body != null);
    if (!implied) {
      words.add("-X " + method());
    }
    words.add('"' + url("$BASE", "$TICKET") + '"');
    switch (credential(operation)) {
      case "key" -> words.add("-H \"X-API-Key: $KEY\"");
      case "token" -> words.add("-H \"Authorization: Bearer $TOKEN\"");
      default -> {
        // It needs none, or a ticket in the URL.
      }
    }
    if (type.equals(FORM)) {
      fields().forEach((name, value) -> words.add("-F '" + name + "=" + value + "'"));
    } else if (!type.isEmpty()) {
      words.add("-H 'Content-Type: " + type + "'");
      words.add(type.equals(JSON) ? "-d '" + json() + "'" : "--data-binary @" + body);
    }
    return lines(words);
  }

  /** Breaks a command into lines. */
  private static String lines(List<String> words) {
    String one = String.join(" ", words);
    return one.length() <= 110
        ? one
        : words.getFirst() + ' ' + String.join(" \\\n  ", words.subList(1, words.size()));
  }

  /** Returns a script for a browser or Node.js. */
  String script() {
    if (operation.isStream()) {
      return "const events = new EventSource(`"
          + url("${BASE}", "${TICKET}")
          + "`);\nevents.onmessage = event => console.log(JSON.parse(event.data));";
    }
    List<String> options = new ArrayList<>();
    if (!operation.method().equals("get")) {
      options.add("method: '" + method() + "'");
    }
    List<String> headers = new ArrayList<>();
    switch (credential(operation)) {
      case "key" -> headers.add("'X-API-Key': KEY");
      case "token" -> headers.add("Authorization: `Bearer ${TOKEN}`");
      default -> {
        // It needs none.
      }
    }
    if (!type.isEmpty() && !type.equals(FORM)) {
      headers.add("'Content-Type': '" + type + "'");
    }
    if (!headers.isEmpty()) {
      options.add("headers: {" + String.join(", ", headers) + "}");
    }
    String before = "";
    if (type.equals(FORM)) {
      before = "const form = new FormData();\n" + appends();
      options.add("body: form");
    } else if (type.equals(JSON)) {
      options.add("body: JSON.stringify(" + json() + ")");
    } else if (!type.isEmpty()) {
      options.add("body: file");
    }
    String end = options.isEmpty() ? "" : ", {\n  " + String.join(",\n  ", options) + "\n}";
    return before
        + "const reply = await fetch(`"
        + url("${BASE}", "${TICKET}")
        + "`"
        + end
        + ");\nconsole.log(reply.status, await reply."
        + (returnsJson() ? "json" : "blob")
        + "());";
  }

  private String appends() {
    return fields().entrySet().stream()
        .map(each ->
            "form.append('"
                + each.getKey()
                + "', "
                + (each.getValue().startsWith("@") ? "file" : "'" + each.getValue() + "'")
                + ");\n")
        .collect(Collectors.joining());
  }

  /** Returns a program for Python with the library requests. */
  String python() {
    List<String> arguments = new ArrayList<>();
    arguments.add("f\"" + url("{BASE}", "{TICKET}") + '"');
    switch (credential(operation)) {
      case "key" -> arguments.add("headers={\"X-API-Key\": KEY" + pythonType() + "}");
      case "token" ->
          arguments.add("headers={\"Authorization\": f\"Bearer {TOKEN}\"" + pythonType() + "}");
      default -> {
        if (!pythonType().isEmpty()) {
          arguments.add("headers={" + pythonType().substring(2) + "}");
        }
      }
    }
    if (type.equals(FORM)) {
      arguments.add("files={" + pythonFields() + "}");
    } else if (type.equals(JSON)) {
      arguments.add("json=" + pythonJson(body));
    } else if (!type.isEmpty()) {
      arguments.add("data=open(\"" + body + "\", \"rb\")");
    }
    if (operation.isStream()) {
      arguments.add("stream=True");
    }
    arguments.add("timeout=30");
    String call = "requests." + operation.method() + '(' + String.join(", ", arguments) + ')';
    if (call.length() > 100) {
      call =
          "requests." + operation.method() + "(\n    " + String.join(",\n    ", arguments) + ",\n)";
    }
    String print =
        returnsJson()
            ? "print(reply.status_code, reply.json())"
            : "print(reply.status_code, len(reply.content))";
    return "reply = "
        + call
        + '\n'
        + (operation.isStream() ? "for line in reply.iter_lines():\n    print(line)" : print);
  }

  private String pythonType() {
    return type.isEmpty() || type.equals(FORM) || type.equals(JSON)
        ? ""
        : ", \"Content-Type\": \"" + type + '"';
  }

  private String pythonFields() {
    return fields().entrySet().stream()
        .map(each ->
            '"'
                + each.getKey()
                + "\": "
                + (each.getValue().startsWith("@")
                    ? "open(\"" + each.getValue().substring(1) + "\", \"rb\")"
                    : "(None, \"" + each.getValue() + "\")"))
        .collect(Collectors.joining(", "));
  }

  private static String pythonJson(Object value) {
    return switch (value) {
      case JsonObject object ->
          object.stream()
              .map(each -> '"' + each.getKey() + "\": " + pythonJson(each.getValue()))
              .collect(Collectors.joining(", ", "{", "}"));
      case JsonArray array ->
          array.stream().map(Example::pythonJson).collect(Collectors.joining(", ", "[", "]"));
      case Boolean flag -> flag ? "True" : "False";
      case null -> "None";
      case String text -> '"' + text + '"';
      default -> value.toString();
    };
  }

  /** Returns the fields of a form. A value with an at sign names a file. */
  Map<String, String> fields() {
    return ((JsonObject) body)
        .stream()
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey,
                    each ->
                        FILE.equals(each.getValue())
                            ? '@' + file()
                            : String.valueOf(each.getValue()),
                    (first, second) -> first,
                    java.util.LinkedHashMap::new));
  }

  private String file() {
    String path = operation.path();
    if (path.contains("audio")) {
      return "tone.wav";
    }
    return path.contains("save") ? "world.zip" : "dna.txt";
  }

  private String json() {
    return body instanceof JsonObject object ? object.encode() : ((JsonArray) body).encode();
  }

  private String url(String base, String ticket) {
    return base + path.replace("TICKET", ticket);
  }

  private boolean returnsJson() {
    return operation.json().getJsonObject("responses").stream()
        .filter(each -> each.getKey().startsWith("2"))
        .map(each -> ((JsonObject) each.getValue()).getJsonObject("content", new JsonObject()))
        .anyMatch(content -> content.containsKey(JSON));
  }
}
