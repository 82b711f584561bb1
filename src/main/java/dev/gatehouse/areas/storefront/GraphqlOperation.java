package dev.gatehouse.areas.storefront;

import module java.base;

import dev.gatehouse.areas.storefront.catalogue.StorefrontApi;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;

/**
 * The GraphQL endpoint.
 *
 * @param account whose header and token clients send; no token allows all
 * @param shop executes documents, and returns data and errors in wire form
 */
record GraphqlOperation(
    StorefrontApi.Account account, BiFunction<Call, GraphqlRequest, Map<?, ?>> shop) {
  private static final String CHALLENGE = "Bearer realm=\"storefront\"";

  /**
   * GraphQL document to execute.
   *
   * @param variables null for none
   * @param operationName null for the only operation
   */
  record GraphqlRequest(
      String query,
      Map<String, Object> variables,
      String operationName,
      Map<String, Object> extensions) {
    Map<String, Object> variablesOrNone() {
      return Objects.requireNonNullElse(variables, Map.of());
    }
  }

  Map<String, Area.Handler> operations() {
    return Map.of(
        "storefront.graphql", Area.returning(Map.class, GraphqlRequest.class, this::execute));
  }

  private Answer execute(Call call, GraphqlRequest request) {
    mustShowToken(call);
    return Answer.ok(shop.apply(call, request));
  }

  /** The token is public, so a wrong one does not count as a failed login. */
  private void mustShowToken(Call call) {
    if (account.token().isEmpty()) {
      return;
    }
    String shown = call.text(account.header());
    if (shown == null) {
      throw ApiError.of(
              ErrorCode.CREDENTIAL_REQUIRED,
              account.header(),
              "the header " + account.header() + " is required")
          .with(Map.of("WWW-Authenticate", CHALLENGE))
          .exception();
    }
    if (!MessageDigest.isEqual(bytes(shown), bytes(account.token()))) {
      throw ApiException.of(
          ErrorCode.CREDENTIAL_INVALID,
          account.header(),
          "the token in " + account.header() + " is not valid for this shop");
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
