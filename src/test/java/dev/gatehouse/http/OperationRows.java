package dev.gatehouse.http;

import module java.base;

import dev.gatehouse.Wavs;
import dev.gatehouse.areas.games.SaveForms;
import dev.gatehouse.http.EdgeValues.Edge;
import dev.gatehouse.http.Row.Expected;
import dev.gatehouse.http.Row.Sent;
import dev.gatehouse.reference.ContractDocument;
import dev.gatehouse.reference.ContractDocument.Documented;
import dev.gatehouse.reference.SampleValues;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * Requests to an operation that its parameters and its body make wrong in one place, derived from
 * the contract's document. The product's own reading of the contract is not used.
 */
final class OperationRows {
  private static final String JSON = "application/json";
  private static final String FORM = "multipart/form-data";
  private static final String CSV = "text/csv";
  private static final String BOUNDARY = "a-boundary";
  private static final long DEFAULT_MAX_BODY = 65_536;

  /** Maximum size of a request's head in bytes, including all headers. */
  private static final int MAX_HEAD = 8_192;

  /** Larger bodies cost more than they show. */
  private static final int MAX_SENT = 2_000_000;

  private static final byte[] NO_BYTES = {};

  private final ContractDocument contract;
  private final SampleValues samples;
  private final Documented operation;
  private final Sent valid;
  private final List<Row> rows = new ArrayList<>();

  private OperationRows(ContractDocument contract, SampleValues samples, Documented operation) {
    this.contract = contract;
    this.samples = samples;
    this.operation = operation;
    this.valid =
        withBody(Sent.of(operation.method().toUpperCase(Locale.ROOT), path(Map.of(), Map.of())));
  }

  /** Returns a valid request. */
  static Sent valid(ContractDocument contract, SampleValues samples, Documented operation) {
    return new OperationRows(contract, samples, operation).valid;
  }

  static List<Row> of(ContractDocument contract, SampleValues samples, Documented operation) {
    var rows = new OperationRows(contract, samples, operation);
    for (JsonObject parameter : operation.parameters()) {
      rows.parameter(parameter);
    }
    if (operation.json().getJsonObject("responses").containsKey("406")) {
      rows.add(
          "Accept",
          rows.valid.with("Accept", "text/weird"),
          new Expected(406, "not_acceptable", "Accept"));
    }
    if (!operation.bodies().isEmpty()) {
      rows.body();
    }
    return rows.rows;
  }

  private void add(String name, Sent sent, Expected expected) {
    rows.add(new Row(name, sent, expected));
  }

  private JsonObject schema(JsonObject parameter) {
    return contract.resolved(parameter.getJsonObject("schema"));
  }

  private void parameter(JsonObject parameter) {
    String name = parameter.getString("name");
    JsonObject schema = schema(parameter);
    String label = parameter.getString("in") + ' ' + name + ' ';
    if (parameter.getBoolean("required", false) && !parameter.getString("in").equals("path")) {
      add(label + "missing", valid.to(path(Map.of(), Map.of(name, ""))), Expected.missing(name));
    }
    List<Edge> edges = new ArrayList<>(EdgeValues.of(schema, samples.of(name, schema)));
    List<String> wrong =
        switch (EdgeValues.type(schema)) {
          case "integer" -> List.of("x", "1.5", "1.0", "1e0", "1x", "");
          case "boolean" -> List.of("maybe", "1", "TRUE", "");
          default -> List.of();
        };
    wrong.forEach(text -> edges.add(new Edge("of wrong type " + text, text, false)));
    if (EdgeValues.type(schema).equals("boolean")) {
      edges.add(new Edge("true", true, true));
      edges.add(new Edge("false", false, true));
    }
    // UTF-8, in which a URL is encoded, has no half surrogates.
    edges.removeIf(edge -> String.valueOf(edge.value()).contains("\ud800"));
    for (Edge edge : edges) {
      String value = String.valueOf(edge.value());
      Expected expected = Expected.of(edge.valid(), name);
      switch (parameter.getString("in")) {
        case "path" -> {
          // An empty segment is another path, and a path with a slash or NUL is malformed.
          if (value.matches("[^/\0]+")) {
            add(label + edge.name(), valid.to(path(Map.of(name, value), Map.of())), expected);
          }
        }
        case "query" ->
            add(
                label + edge.name(),
                valid.to(path(Map.of(), Map.of(name, name + '=' + encoded(value)))),
                value.contains("\0") ? Expected.error(400, "request_malformed") : expected);
        default -> {
          boolean carried = value.strip().equals(value) && value.matches("[ -~]*");
          if (carried) {
            boolean fits = value.length() < MAX_HEAD;
            add(
                label + edge.name(),
                valid.with(name, value),
                fits ? expected : Expected.error(431, "headers_too_large"));
          }
        }
      }
    }
  }

  /**
   * Returns the path with a query.
   *
   * @param segments values of path parameters, instead of samples
   * @param pairs parts of the query by parameter, instead of those of the required parameters;
   *     empty to omit it
   */
  private String path(Map<String, String> segments, Map<String, String> pairs) {
    String path = operation.path();
    for (JsonObject parameter : operation.parameters("path")) {
      String name = parameter.getString("name");
      String value =
          segments.getOrDefault(name, String.valueOf(samples.of(name, schema(parameter))));
      path = path.replace('{' + name + '}', encoded(value));
    }
    Map<String, String> query = new LinkedHashMap<>();
    for (JsonObject parameter : operation.parameters("query")) {
      if (parameter.getBoolean("required", false)) {
        String name = parameter.getString("name");
        query.put(name, name + '=' + encoded(String.valueOf(samples.of(name, schema(parameter)))));
      }
    }
    query.putAll(pairs);
    query.values().removeIf(String::isEmpty);
    return query.isEmpty() ? path : path + '?' + String.join("&", query.values());
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private String kind() {
    return operation.json().getString("x-body", "json");
  }

  private JsonObject schemaOf(String type) {
    return contract.resolved(operation.bodies().getJsonObject(type).getJsonObject("schema"));
  }

  private Sent withBody(Sent sent) {
    JsonObject bodies = operation.bodies();
    if (bodies.containsKey(JSON) && !kind().equals("stream")) {
      return sent.body(JSON, json(samples.of("body", schemaOf(JSON))));
    }
    if (bodies.containsKey(FORM)) {
      return form(sent, sampleFields());
    }
    if (bodies.isEmpty()) {
      return sent;
    }
    String type = bodies.containsKey(CSV) ? CSV : bodies.fieldNames().iterator().next();
    return sent.body(type, file());
  }

  /** Returns the JSON in ASCII, because UTF-8 has no half surrogates. */
  private static byte[] json(Object value) {
    String json = Json.encode(value);
    var ascii = new StringBuilder(json.length());
    for (char each : json.toCharArray()) {
      if (each < 0x80) {
        ascii.append(each);
      } else {
        ascii.append("\\u").append(HexFormat.of().toHexDigits(each));
      }
    }
    return text(ascii.toString());
  }

  private void body() {
    JsonObject bodies = operation.bodies();
    boolean json = bodies.containsKey(JSON) && !kind().equals("stream");
    add(
        "media type",
        valid.body("text/weird", valid.body()),
        Expected.error(415, "media_type_unsupported"));
    add(
        "Content-Encoding",
        valid.with("Content-Encoding", "gzip"),
        new Expected(415, "content_encoding_unsupported", "Content-Encoding"));
    if (json || kind().equals("stream")) {
      Sent other = valid.with("Content-Digest", "sha-256=:AAAA:");
      add("other digest", other, new Expected(400, "digest_mismatch", "Content-Digest"));
      Sent unreadable = valid.with("Content-Digest", "sha-256=AAAA");
      add("unreadable digest", unreadable, Expected.invalid("Content-Digest"));
    }
    if (json) {
      Sent none = new Sent(valid.method(), valid.path(), Map.of("Content-Type", JSON), NO_BYTES);
      add("no body", none, Expected.error(400, "body_missing"));
    }
    if (json && !kind().equals("raw")) {
      syntax();
      for (BodyRows.Body body :
          BodyRows.of(bodies.getJsonObject(JSON).getJsonObject("schema"), contract, samples)) {
        byte[] bytes = json(body.json());
        if (bytes.length <= Math.min(maxBody(), MAX_SENT)) {
          add(body.name(), valid.body(JSON, bytes), body.expected());
        }
      }
    }
    if (bodies.containsKey(FORM)) {
      form();
    }
  }

  private long maxBody() {
    return maxBody(operation);
  }

  /** Returns the maximum number of bytes of a body; that of an upload check is not declared. */
  static long maxBody(Documented operation) {
    return operation.json().getLong("x-max-body", DEFAULT_MAX_BODY);
  }

  private void syntax() {
    Expected invalid = Expected.error(400, "body_invalid_json");
    String whole = new String(valid.body(), StandardCharsets.UTF_8);
    Map<String, byte[]> bodies = new LinkedHashMap<>();
    bodies.put("cut off", text(whole.substring(0, whole.length() - 1)));
    bodies.put("with a second value", text(whole + " {}"));
    bodies.put("not in UTF-8", new byte[] {'{', '"', (byte) 0xff, '"', ':', '1', '}'});
    bodies.put("with a single quote", text("{'a': 1}"));
    if (whole.startsWith("{\"")) {
      String first = whole.substring(0, whole.length() - 1);
      bodies.put("with a key twice", text(first + ',' + whole.substring(1)));
    }
    if (maxBody() <= DEFAULT_MAX_BODY) {
      bodies.put("of the maximum size", text(" ".repeat((int) maxBody() - 1) + '{'));
    }
    bodies.forEach((name, bytes) -> add("JSON " + name, valid.body(JSON, bytes), invalid));
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private JsonObject properties() {
    return schemaOf(FORM).getJsonObject("properties");
  }

  private boolean isFile(String field) {
    return "binary"
        .equals(contract.resolved(properties().getJsonObject(field)).getString("format"));
  }

  private Map<String, String> sampleFields() {
    Map<String, String> fields = new LinkedHashMap<>();
    JsonArray required = schemaOf(FORM).getJsonArray("required", new JsonArray());
    for (String name : properties().fieldNames()) {
      if (required.contains(name)) {
        fields.put(name, String.valueOf(samples.of(name, properties().getJsonObject(name))));
      }
    }
    return fields;
  }

  private void form() {
    Map<String, String> sample = sampleFields();
    for (String name : sample.keySet()) {
      Map<String, String> without = new LinkedHashMap<>(sample);
      without.remove(name);
      add("form without " + name, form(valid, without), Expected.missing(name));
    }
    for (String name : properties().fieldNames()) {
      JsonObject schema = contract.resolved(properties().getJsonObject(name));
      if (!isFile(name)) {
        List<Edge> edges = new ArrayList<>(EdgeValues.of(schema, samples.of(name, schema)));
        edges.removeIf(edge -> edge.value().toString().contains("\ud800"));
        for (Edge edge : edges) {
          Map<String, String> changed = new LinkedHashMap<>(sample);
          changed.put(name, (String) edge.value());
          add(
              "form " + name + ' ' + edge.name(),
              form(valid, changed),
              Expected.of(edge.valid(), name));
        }
      }
    }
    Map<String, String> more = new LinkedHashMap<>(sample);
    more.put("fieldOfNoForm", "1");
    add("form with another field", form(valid, more), Expected.unknown("fieldOfNoForm"));
    add(
        "form without a boundary",
        valid.body(FORM, valid.body()),
        Expected.error(400, "form_invalid"));
  }

  private Sent form(Sent sent, Map<String, String> fields) {
    var out = new ByteArrayOutputStream();
    fields.forEach((name, value) -> {
      boolean file = properties().containsKey(name) && isFile(name);
      String filename = file ? "\"; filename=\"" + filename() : "";
      out.writeBytes(
          text(
              "--%s\r\nContent-Disposition: form-data; name=\"%s%s\"\r\n\r\n"
                  .formatted(BOUNDARY, name, filename)));
      out.writeBytes(file ? file() : text(value));
      out.writeBytes(text("\r\n"));
    });
    out.writeBytes(text("--" + BOUNDARY + "--\r\n"));
    return sent.body(FORM + "; boundary=" + BOUNDARY, out.toByteArray());
  }

  private String filename() {
    return operation.path().startsWith("/audio") ? "tone.wav" : "world.zip";
  }

  private byte[] file() {
    return switch (operation.path()) {
      case "/audio/upload" -> Wavs.tone(100);
      case "/api/proxy/resume" -> text("%PDF-1.7");
      case SaveForms.PATH -> SaveForms.world(1, 100);
      case "/api/proxy/historical-data/{symbol}" ->
          text("timeUtc,open,high,low,close\n2026-01-02,1,2,0.5,1.5\n");
      default -> text("ACGT");
    };
  }
}
