package dev.gatehouse.http.bodies;

import io.vertx.core.http.HttpServerRequest;

/** Asks a client for the body that it holds back until it is let in, unless it was refused. */
final class Continue {
  private static final String EXPECTED = "100-continue";

  private Continue() {}

  static void ask(HttpServerRequest request) {
    if (EXPECTED.equalsIgnoreCase(request.getHeader("Expect")) && !request.response().ended()) {
      request.response().writeContinue();
    }
  }
}
