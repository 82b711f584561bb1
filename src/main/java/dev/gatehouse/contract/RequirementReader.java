package dev.gatehouse.contract;

import module java.base;

import dev.gatehouse.contract.Operation.Requirement;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * Reads the permitted callers of an operation: schemes from {@code security}, token roles from
 * {@code x-roles} and key scopes from {@code x-scopes}. OpenAPI itself defines scopes for OAuth
 * schemes only.
 */
record RequirementReader(JsonArray rootSecurity) {
  private static final Set<String> SCHEMES = Set.of("token", "key", "ticket");
  private static final Set<String> ROLES = Set.of("visitor", "operator");
  private static final String ROLES_KEY = "x-roles";
  private static final String SCOPES_KEY = "x-scopes";

  /** Value that accepts every key, in place of scopes. */
  private static final String ANY = "any";

  List<Requirement> read(JsonObject operation) {
    JsonArray security = operation.getJsonArray("security", rootSecurity);
    if (security.isEmpty() && !operation.containsKey("security")) {
      throw new ContractException("is open but does not declare it: add security: []");
    }
    List<Requirement> requirements = new ArrayList<>();
    for (Object entry : security) {
      requirements.add(requirement((JsonObject) entry, operation));
    }
    closed(operation, ROLES_KEY, has(requirements, "token"));
    closed(operation, SCOPES_KEY, has(requirements, "key"));
    boolean named = !operation.getJsonArray(SCOPES_KEY, new JsonArray()).isEmpty();
    if (has(requirements, "key") && !named) {
      throw new ContractException("accepts keys but names no x-scopes");
    }
    return List.copyOf(requirements);
  }

  private static Requirement requirement(JsonObject alternative, JsonObject operation) {
    if (alternative.size() != 1) {
      throw new ContractException("has a requirement that does not name exactly one scheme");
    }
    String scheme = alternative.fieldNames().iterator().next();
    if (!SCHEMES.contains(scheme)) {
      throw new ContractException("requires an unknown scheme: " + scheme);
    }
    if (!alternative.getJsonArray(scheme).isEmpty()) {
      throw new ContractException(
          "names roles or scopes in security: move them to x-roles and x-scopes");
    }
    return new Requirement(
        scheme,
        switch (scheme) {
          case "token" -> roles(operation);
          case "key" -> scopes(operation);
          default -> Set.of();
        });
  }

  private static Set<String> roles(JsonObject operation) {
    Set<String> roles = texts(operation.getJsonArray(ROLES_KEY, new JsonArray().add("operator")));
    if (roles.isEmpty() || !ROLES.containsAll(roles)) {
      throw new ContractException("has an unknown role in x-roles");
    }
    return roles.equals(ROLES) ? Set.of() : roles;
  }

  private static Set<String> scopes(JsonObject operation) {
    Set<String> scopes = texts(operation.getJsonArray(SCOPES_KEY, new JsonArray()));
    return scopes.equals(Set.of(ANY)) ? Set.of() : scopes;
  }

  private static void closed(JsonObject operation, String key, boolean has) {
    if (!has && operation.containsKey(key)) {
      throw new ContractException("has " + key + " but does not accept this credential");
    }
  }

  private static boolean has(List<Requirement> requirements, String scheme) {
    return requirements.stream().anyMatch(each -> each.scheme().equals(scheme));
  }

  private static Set<String> texts(JsonArray array) {
    Set<String> texts = new LinkedHashSet<>();
    array.forEach(text -> texts.add((String) text));
    return texts;
  }
}
