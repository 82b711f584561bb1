package dev.gatehouse.http.stages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.contract.ContractFiles;
import dev.gatehouse.contract.Operation;
import org.junit.jupiter.api.Test;

/** The scopes that a key may have. An unlisted word would be a new scope or a typing error. */
class ScopesTest {
  private static final Set<String> SCOPES =
      Set.of(
          "audio",
          "bans",
          "blockgame",
          "calendar",
          "codehost",
          "codes",
          "deployment",
          "dna",
          "email",
          "hire",
          "hyperlinks",
          "indexnow",
          "listings",
          "logs",
          "market",
          "node",
          "notify",
          "payments",
          "people",
          "positions",
          "printshop",
          "products",
          "redirects",
          "resume",
          "reviews",
          "storefront",
          "trash",
          "watchlist");

  @Test
  void allowsOnlyListedScopes() {
    Set<String> named =
        ContractFiles.load("X-API-Key", "").operations().stream()
            .flatMap(operation -> operation.requirements().stream())
            .filter(requirement -> requirement.scheme().equals("key"))
            .map(Operation.Requirement::any)
            .flatMap(Set::stream)
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(new TreeSet<>(SCOPES), named, "a new scope, or a slip of the pen, in x-scopes");
  }
}
