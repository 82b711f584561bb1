package dev.gatehouse.reference;

import module java.base;

import dev.gatehouse.contract.ErrorCode;

/**
 * Replies that an example of the reference may get. Records need not exist, and providers need not
 * be configured, but the request must be valid.
 */
final class ExampleReplies {
  /** Operations that no example can call, with the reason. */
  static final Map<String, String> NOT_SENT =
      Map.of(
          "payments.webhook", "needs the signature of the provider",
          "notifications.stream", "does not end",
          "trading.tailLogs", "does not end");

  /**
   * Operations by the code of examples whose codes, products, hosts or files do not exist on the
   * node.
   */
  private static final Map<String, String> MISSING =
      Map.of(
          "challenge_expired", "access.addPasskey access.passkeySignIn",
          "code_invalid", "access.signIn access.validateAccess",
          "code_not_current", "access.useCode",
          "verification_code_invalid", "commerce.submitReview",
          "parameter_invalid", "notifications.subscribe site.orderHyperlinks storefront.saveCart",
          "content_invalid",
              "calendar.importEvents commerce.importProducts commerce.importReviews site.importLinks"
                  + " site.importShortUrls storefront.importOrders storefront.importSubscribers");

  /** Statuses of missing records, conflicts and providers. */
  private static final Set<Integer> VALID = Set.of(402, 404, 409, 410, 502, 503, 504);

  private ExampleReplies() {}

  /**
   * @param code of the error, or empty
   */
  static boolean areAccepted(String operation, int status, String code) {
    boolean missing = List.of(MISSING.getOrDefault(code, "").split(" ")).contains(operation);
    return status < 400
        || missing
        || ErrorCode.ofWire(code).filter(each -> VALID.contains(each.status())).isPresent();
  }
}
