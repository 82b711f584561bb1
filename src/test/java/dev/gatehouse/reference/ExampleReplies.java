package dev.gatehouse.reference;

import dev.gatehouse.contract.ErrorCode;
import java.util.Map;
import java.util.Set;

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

  /** Codes of examples whose codes, products, hosts or files do not exist on the node. */
  private static final Map<String, String> MISSING =
      Map.ofEntries(
          Map.entry("access.addPasskey", "challenge_expired"),
          Map.entry("access.passkeySignIn", "challenge_expired"),
          Map.entry("access.signIn", "code_invalid"),
          Map.entry("access.useCode", "code_not_current"),
          Map.entry("access.validateAccess", "code_invalid"),
          Map.entry("calendar.importEvents", "content_invalid"),
          Map.entry("commerce.importProducts", "content_invalid"),
          Map.entry("commerce.importReviews", "content_invalid"),
          Map.entry("commerce.submitReview", "verification_code_invalid"),
          Map.entry("notifications.subscribe", "parameter_invalid"),
          Map.entry("site.importLinks", "content_invalid"),
          Map.entry("site.importShortUrls", "content_invalid"),
          Map.entry("site.orderHyperlinks", "parameter_invalid"),
          Map.entry("storefront.importOrders", "content_invalid"),
          Map.entry("storefront.importSubscribers", "content_invalid"),
          Map.entry("storefront.saveCart", "parameter_invalid"));

  /** Statuses of missing records, conflicts and providers. */
  private static final Set<Integer> VALID = Set.of(402, 404, 409, 410, 502, 503, 504);

  private ExampleReplies() {}

  /**
   * @param code of the error, or empty
   */
  static boolean areAccepted(String operation, int status, String code) {
    boolean missing = code.equals(MISSING.getOrDefault(operation, "?"));
    return status < 400
        || missing
        || ErrorCode.ofWire(code).filter(each -> VALID.contains(each.status())).isPresent();
  }
}
