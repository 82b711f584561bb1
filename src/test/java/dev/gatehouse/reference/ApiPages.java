package dev.gatehouse.reference;

import module java.base;

import dev.gatehouse.reference.ContractDocument.Documented;
import io.vertx.core.json.JsonObject;

/** Pages of the API: one for each tag, one of all records, and their list. */
final class ApiPages {
  private final ContractDocument contract = new ContractDocument();
  private final SchemaTables tables = new SchemaTables(contract);
  private final SampleValues values = new SampleValues(contract);

  /** Returns the pages by their file names. */
  Map<String, String> all(String note) {
    Map<String, String> pages = new TreeMap<>();
    contract.tags().forEach((tag, description) -> pages.put(tag + ".md", page(tag, note)));
    pages.put("records.md", records(note));
    pages.put("README.md", index(note));
    return pages;
  }

  private String index(String note) {
    var page = new StringBuilder("# API\n\n").append(note);
    page.append(
        """
        All operations of Gatehouse, by area. Each has an example for a shell (curl), for JavaScript and for Python. They use these names:

        | Name | Value |
        |---|---|
        | `BASE` | address of the node, for example `http://127.0.0.1:8080` |
        | `KEY` | API key |
        | `TOKEN` | token, from [`POST /api/proxy/auth/validate-access`](access.md) |
        | `TICKET` | ticket for one event stream, from [`POST /api/proxy/auth/ticket`](access.md) |
        | `file` | a `File` or `Blob`, in JavaScript |

        The examples in Python use the library `requests`. In tables, `*` marks what is required. Errors have the body
        [ErrorReply](records.md#errorreply), and [Error codes](../../errors.md) lists the codes. [Scopes and roles](../scopes.md) lists who
        may call which operation. `/openapi.json` of a node is the same description for programs, and `/swagger` sends requests.

        Repeat a request safely with the header `Idempotency-Key`, where the operation supports it. Replies with a rate limit have the
        headers `RateLimit` and `RateLimit-Policy`, and a rejected request has `Retry-After`.
        """);
    contract
        .tags()
        .forEach((tag, description) -> {
          page.append("\n## ").append(title(tag)).append("\n\n").append(description);
          page.append(": [").append(tag).append("](").append(tag).append(".md).\n\n");
          page.append("| Operation | Purpose |\n|---|---|\n");
          contract
              .operations(tag)
              .forEach(each ->
                  page.append(
                      SchemaTables.row(
                          "`" + method(each) + " " + each.path() + "`",
                          "[" + each.title() + "](" + tag + ".md#" + anchor(each.title()) + ")")));
        });
    return page.toString();
  }

  private String page(String tag, String note) {
    var page = new StringBuilder("# API: ").append(tag).append("\n\n").append(note);
    page.append(contract.tags().get(tag)).append(". [All operations](README.md)\n");
    contract.operations(tag).forEach(each -> page.append(operation(each)));
    return page.toString();
  }

  private String operation(Documented operation) {
    var text = new StringBuilder("\n## ").append(operation.title()).append("\n\n");
    text.append("`").append(method(operation)).append(' ').append(operation.path());
    text.append("` · `").append(operation.id()).append("`\n\n");
    text.append(operation.json().getString("description", "").strip()).append("\n\n");
    text.append(access(operation)).append("\n\n");
    text.append(tables.parameters(operation.parameters()));
    operation
        .bodies()
        .forEach(each -> text.append(body(each.getKey(), (JsonObject) each.getValue())));
    text.append(replies(operation));
    Example example = Example.of(operation, values);
    text.append("\n```sh\n").append(example.curl()).append("\n```\n");
    text.append("\n```js\n").append(example.script()).append("\n```\n");
    text.append("\n```python\n").append(example.python()).append("\n```\n");
    return text.toString();
  }

  private static String method(Documented operation) {
    return operation.method().toUpperCase(Locale.ROOT);
  }

  private static String title(String tag) {
    return tag.substring(0, 1).toUpperCase(Locale.ROOT) + tag.substring(1);
  }

  private static String anchor(String title) {
    return title.toLowerCase(Locale.ROOT).replaceAll("[^\\w\\- ]", "").strip().replace(' ', '-');
  }

  /** Returns who may call an operation, and how often. */
  private static String access(Documented operation) {
    var text = new StringBuilder(Scopes.sentence(operation));
    Object limit = operation.json().getValue("x-limit");
    if (limit instanceof JsonObject own) {
      text.append(
          " Limit: %s requests in %s s%s."
              .formatted(
                  own.getValue("limit"),
                  own.getValue("window"),
                  "operator".equals(own.getString("exempt")) ? ", not for operators" : ""));
    } else if ("none".equals(limit)) {
      text.append(" Requests with a valid key have no rate limit.");
    }
    Long timeout = operation.json().getLong("x-timeout");
    if (timeout != null) {
      text.append(" Timeout: ").append(timeout / 1_000.0).append(" s.");
    }
    if (operation.json().getBoolean("x-idempotent", false)) {
      text.append(" Supports `Idempotency-Key`.");
    }
    if (operation.json().getBoolean("x-same-origin", false)) {
      text.append(" Rejects requests from pages of other origins.");
    }
    if (operation.json().getBoolean("x-step-up", false)) {
      text.append(" A session of the console needs a recent sign-in.");
    }
    return text.toString().replace(".0 s", " s");
  }

  private String body(String type, JsonObject content) {
    JsonObject schema = content.getJsonObject("schema", new JsonObject());
    String name = ContractDocument.name(schema);
    JsonObject resolved = contract.resolved(schema);
    boolean fields = resolved.containsKey("properties");
    String head = "Body: `" + type + "`";
    if (!name.isEmpty() && fields) {
      return head
          + ", ["
          + name
          + "](records.md#"
          + name.toLowerCase(Locale.ROOT)
          + ")\n\n"
          + tables.fields(resolved);
    }
    return fields
        ? head + "\n\n" + tables.fields(resolved)
        : head + ", " + tables.type(schema) + "\n\n";
  }

  private String replies(Documented operation) {
    JsonObject responses = operation.json().getJsonObject("responses");
    var table = new StringBuilder("| Status | Body | Meaning |\n|---|---|---|\n");
    responses.forEach(each -> {
      boolean success = each.getKey().startsWith("2") || each.getKey().startsWith("3");
      JsonObject response = contract.resolved((JsonObject) each.getValue());
      if (success || each.getKey().matches("404|409|410|502")) {
        table.append(
            SchemaTables.row(
                each.getKey(),
                success ? types(response) : "error",
                response.getString("description", "")));
      }
    });
    return table.toString();
  }

  private String types(JsonObject response) {
    return response.getJsonObject("content", new JsonObject()).stream()
        .map(each -> {
          JsonObject schema = ((JsonObject) each.getValue()).getJsonObject("schema");
          boolean json = each.getKey().equals("application/json") && schema != null;
          return json ? tables.type(schema) : "`" + each.getKey() + "`";
        })
        .collect(Collectors.joining(", "));
  }

  private String records(String note) {
    var page = new StringBuilder("# Records of the API\n\n").append(note);
    page.append(
        "The records of requests and replies. `*` marks fields that are always present, or required in a request.\n");
    tables
        .records()
        .forEach((name, schema) -> {
          page.append("\n## ").append(name).append("\n\n");
          String description = schema.getString("description", "").strip();
          page.append(description.isEmpty() ? "" : description + "\n\n");
          page.append(tables.fields(schema).stripTrailing()).append('\n');
        });
    return page.toString();
  }

  /** Returns the example of each operation, with the operation's id. */
  Map<String, Example> examples() {
    return contract.operations().stream()
        .collect(
            Collectors.toMap(
                Documented::id,
                each -> Example.of(each, values),
                (first, second) -> first,
                TreeMap::new));
  }

  List<Documented> operations() {
    return contract.operations();
  }

  /** Returns who may call which operation. */
  String scopes(String note) {
    return Scopes.page(contract, note);
  }

  /** Returns the page of the events. */
  String events(String note) throws java.io.IOException {
    return Events.page(contract, tables, note);
  }
}
