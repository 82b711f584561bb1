package dev.gatehouse.http.stages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.contract.ContractFiles;
import dev.gatehouse.contract.Operation;
import org.junit.jupiter.api.Test;

/**
 * The scopes that a key may have, and the paths that each opens. An operation under another scope
 * would admit a program that its owner did not mean.
 */
class ScopesTest {
  private static final String SCOPES =
      """
      audio: audio
      bans: bans
      blockgame: games
      calendar: calendar imports/calendar
      codehost: codehost-issues codehost-prs codehost-stale-branches
      codes: daily-code
      deployment: deployment hosting
      dna: services
      email: email
      hire: hire
      hyperlinks: hyperlinks imports/links
      indexnow: indexnow
      listings: listings
      logs: bots
      market: historical-data
      node: node store
      notify: notifications notify push report
      payments: payments
      people: people
      positions: public
      printshop: printshop
      products: imports/products products
      redirects: imports/short-urls redirects
      resume: resume
      reviews: imports/reviews reviews
      storefront: imports/orders imports/subscribers storefront
      trash: trash
      watchlist: trading
      """;

  @Test
  void opensOnlyItsOwnPaths() {
    var opened = new TreeMap<String, Set<String>>();
    for (Operation operation : ContractFiles.load("X-API-Key", "").operations()) {
      operation.requirements().stream()
          .filter(requirement -> requirement.scheme().equals("key"))
          .flatMap(requirement -> requirement.any().stream())
          .forEach(scope ->
              opened
                  .computeIfAbsent(scope, first -> new TreeSet<>())
                  .add(resource(operation.path())));
    }
    String found =
        opened.entrySet().stream()
            .map(scope -> scope.getKey() + ": " + String.join(" ", scope.getValue()) + "\n")
            .collect(Collectors.joining());
    assertEquals(SCOPES, found, "a new scope or path, or a slip of the pen, in x-scopes");
  }

  /** Returns the first part of a path that names what it is about; of imports, both parts. */
  private static String resource(String path) {
    List<String> parts = List.of(path.replaceFirst("^/(api/(proxy/)?)?", "").split("/"));
    return parts.getFirst().equals("imports") ? String.join("/", parts) : parts.getFirst();
  }
}
