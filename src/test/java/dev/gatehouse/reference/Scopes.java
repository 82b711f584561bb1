package dev.gatehouse.reference;

import module java.base;

import dev.gatehouse.reference.ContractDocument.Documented;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Page of scopes and roles. */
final class Scopes {

  private Scopes() {}

  static String page(ContractDocument contract, String note) {
    var page = new StringBuilder("# Scopes and roles\n\n").append(note);
    page.append(
        """
        A **key** without scopes can call every operation that accepts keys. A key with scopes can call the operations of its scopes, and those of
        `any`. `scripts/gatehouse keys add NAME --scope SCOPE` creates one. A **token** has a role. The daily code returns tokens of the role
        `visitor`, and the permanent code tokens of the role `operator`. An operator can call every operation that accepts tokens. A **ticket**
        opens one event stream within 30 seconds.

        ## Scopes
        """);
    scopes(contract)
        .forEach((scope, operations) -> {
          page.append("\n### `").append(scope).append("`\n\n").append(table(operations));
        });
    page.append("\n## Role visitor\n\nOperators can call these operations, too.\n\n");
    page.append(
        table(select(contract, each -> !each.isPublic() && each.roles().contains("visitor"))));
    page.append("\n## Without a credential\n\n");
    page.append(table(select(contract, Documented::isPublic)));
    page.append("\n## Operator tokens only\n\nThese operations accept no key.\n\n");
    page.append(
        table(
            select(
                contract,
                each ->
                    !each.isPublic()
                        && !schemes(each).contains("key")
                        && !each.roles().contains("visitor"))));
    return page.toString();
  }

  private interface Choice {
    boolean of(Documented operation);
  }

  private static List<Documented> select(ContractDocument contract, Choice choice) {
    return contract.operations().stream().filter(choice::of).toList();
  }

  private static Map<String, List<Documented>> scopes(ContractDocument contract) {
    Map<String, List<Documented>> scopes = new TreeMap<>();
    for (Documented operation : contract.operations()) {
      if (schemes(operation).contains("key")) {
        operation
            .texts("x-scopes")
            .forEach(
                scope -> scopes.computeIfAbsent(scope, first -> new ArrayList<>()).add(operation));
      }
    }
    return scopes;
  }

  private static String table(List<Documented> operations) {
    return operations.stream()
        .map(each ->
            SchemaTables.row(
                "`" + each.method().toUpperCase(Locale.ROOT) + " " + each.path() + "`",
                each.title()))
        .collect(Collectors.joining("", "| Operation | Purpose |\n|---|---|\n", ""));
  }

  private static List<String> schemes(Documented operation) {
    JsonArray security = operation.json().getJsonArray("security");
    return security == null
        ? List.of("token", "key")
        : security.stream().flatMap(each -> ((JsonObject) each).fieldNames().stream()).toList();
  }

  /** Returns a sentence about the credentials that an operation accepts. */
  static String sentence(Documented operation) {
    if (operation.isPublic()) {
      return "No credential is needed.";
    }
    List<String> accepted = new ArrayList<>();
    List<String> schemes = schemes(operation);
    if (schemes.contains("token")) {
      accepted.add("a token of the role " + String.join(" or ", operation.roles()));
    }
    if (schemes.contains("key")) {
      List<String> scopes = operation.texts("x-scopes");
      accepted.add(
          scopes.contains("any")
              ? "any key"
              : "a key with the scope "
                  + scopes.stream()
                      .map(each -> "`" + each + "`")
                      .collect(Collectors.joining(" or ")));
    }
    if (schemes.contains("ticket")) {
      accepted.add("a ticket");
    }
    return "Needs " + String.join(", or ", accepted) + ".";
  }
}
