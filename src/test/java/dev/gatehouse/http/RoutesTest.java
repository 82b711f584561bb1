package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.contract.ContractFiles;
import io.vertx.core.http.HttpMethod;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A path found by the fast look-up passes the same stages as a path found by the main router. */
class RoutesTest {
  private static final List<String> HEADERS =
      List.of(
          "Cache-Control",
          "Content-Type",
          "WWW-Authenticate",
          "RateLimit-Policy",
          "X-Frame-Options",
          "Vary",
          "Allow");

  @RegisterExtension static final TestNode NODE = TestNode.shared();

  static Stream<String> paths() {
    return ContractFiles.load("X-API-Key", "").operations().stream()
        .filter(operation -> operation.method().equals(HttpMethod.GET))
        .filter(operation -> operation.stream().isEmpty())
        // A path that ends with literal text behind a parameter gets 404 if it is escaped, as an
        // unknown token does.
        .map(operation -> operation.path().replace("{token}", "0".repeat(36)))
        .map(path -> path.replaceAll("\\{[^}]+}", "a1"));
  }

  @ParameterizedTest
  @MethodSource("paths")
  void routesEscapedPathLikePlainPath(String path) throws IOException {
    // An unnecessary escape, which the look-up does not recognize and the router decodes.
    int last = path.length() - 1;
    String escaped =
        path.substring(0, last) + String.format(Locale.ROOT, "%%%02x", (int) path.charAt(last));
    for (String method : List.of("GET", "HEAD")) {
      RawClient.Reply known = ask(method + " " + path);
      RawClient.Reply routed = ask(method + " " + escaped);
      assertEquals(routed.status(), known.status(), method + " " + path);
      HEADERS.forEach(name -> assertEquals(routed.header(name), known.header(name), name));
    }
  }

  private static RawClient.Reply ask(String request) throws IOException {
    String from = "X-Forwarded-For: 198.51.100." + Math.floorMod(request.hashCode(), 250);
    return NODE.ask(request, from);
  }
}
