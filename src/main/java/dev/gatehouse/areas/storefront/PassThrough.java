package dev.gatehouse.areas.storefront;

import module java.base;

import dev.gatehouse.areas.storefront.GraphqlOperation.GraphqlRequest;
import dev.gatehouse.areas.storefront.graphql.QueryLimits;
import dev.gatehouse.areas.storefront.graphql.ValidatedDocument;
import dev.gatehouse.areas.storefront.provider.Documented;
import dev.gatehouse.areas.storefront.provider.StorefrontApi;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;

/**
 * Passes GraphQL documents to an external shop: the documented ones, or all within the limits.
 *
 * @param open whether documents other than the two documented operations are passed on
 */
record PassThrough(StorefrontApi api, QueryLimits limits, boolean open) implements GraphqlShop {
  @Override
  public Map<?, ?> execute(Call call, GraphqlRequest request) {
    api.account().mustBeConfigured();
    ValidatedDocument judged =
        ValidatedDocument.of(request.query(), request.variablesOrNone(), limits);
    Optional<Map<String, Object>> refusal = judged.refusal();
    if (refusal.isPresent()) {
      return refusal.get();
    }
    if (!open && !Documented.isOneOfTwo(judged.document())) {
      return refused();
    }
    Map<String, Object> document = new HashMap<>();
    document.put("query", request.query());
    document.put("variables", request.variablesOrNone());
    if (request.operationName() != null) {
      document.put("operationName", request.operationName());
    }
    return api.execute(document, Documented.onlyReads(judged.document()));
  }

  private static Map<String, Object> refused() {
    return Map.of(
        "errors",
        List.of(
            Map.of(
                "message",
                "only one product query or one cartCreate mutation is accepted",
                "extensions",
                Map.of("code", ErrorCode.ACCESS_DENIED.name()))));
  }
}
