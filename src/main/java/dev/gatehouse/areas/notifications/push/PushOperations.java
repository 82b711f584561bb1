package dev.gatehouse.areas.notifications.push;

import module java.base;

import dev.gatehouse.area.ListPage;
import dev.gatehouse.areas.notifications.push.PushSender.PushPayload;
import dev.gatehouse.areas.notifications.push.PushTargets.RefusedException;
import dev.gatehouse.areas.notifications.push.Subscriptions.Subscription;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.contract.ErrorCode;

/** Operations that add and remove browsers' subscriptions. */
public record PushOperations(
    Subscriptions subscriptions, PushTargets targets, PushSender sender, VapidKeys keys) {
  private static final byte[] ANYTHING = {0};

  /** Time limit to resolve a push service's host name. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  /** Maximum number of browsers per daily code. */
  private static final int VISITORS_SHARE = 5;

  public Map<String, Area.Handler> operations() {
    return Map.of(
        "notifications.pushKey",
        Area.returning(PublicKey.class, call -> Answer.ok(new PublicKey(keys.publicKey()))),
        "notifications.subscribe",
        Area.returning(Subscribed.class, BrowserSubscription.class, this::subscribe),
        "notifications.unsubscribe",
        Area.returning(Done.class, UnsubscribeRequest.class, this::unsubscribe),
        "notifications.listSubscriptions",
        Area.returning(Listing.class, this::list),
        "notifications.endSubscription",
        Area.returning(Done.class, this::end),
        "notifications.testPush",
        Area.returning(Tested.class, this::test));
  }

  private record PublicKey(String publicKey) {}

  private record BrowserKeys(String p256dh, String auth) {}

  private record BrowserSubscription(
      String endpoint, BigDecimal expirationTime, BrowserKeys keys) {}

  private record UnsubscribeRequest(
      String endpoint, BigDecimal expirationTime, Map<String, Object> keys) {}

  private record Subscribed(boolean success, String message, String id) {}

  /**
   * A subscription as the operator sees it. Omits the endpoint, because anyone who knows it can end
   * the subscription.
   *
   * @param service the host of its push service
   */
  private record Listed(
      String _id, String service, String subscriber, Instant createdAt, Instant expiresAt) {
    static Listed of(Subscription stored) {
      Subscription.Subscriber subscriber = stored.subscriber();
      return new Listed(
          stored.id(),
          URI.create(stored.endpoint()).getHost(),
          subscriber.subject(),
          subscriber.createdAt(),
          subscriber.expiresAt());
    }
  }

  private record Listing(
      boolean success, List<Listed> subscriptions, PageOrder.Pagination pagination) {}

  private record Tested(
      boolean success, String message, boolean pushSent, int pushCount, String pushError) {}

  private Answer subscribe(Call call, BrowserSubscription browser) {
    boolean visitor = !call.caller().operator();
    var keys = new Subscription.Keys(browser.keys().p256dh(), browser.keys().auth());
    Subscription subscription =
        subscriptions.draft(browser.endpoint(), keys, call.caller().subject(), visitor);
    try {
      targets.check(browser.endpoint(), PATIENCE);
      PushClient.encrypted(subscription, ANYTHING);
    } catch (RefusedException e) {
      throw ApiException.of(ErrorCode.PARAMETER_INVALID, "endpoint", e.getMessage());
    } catch (RuntimeException e) {
      throw ApiError.invalid("keys", "must be the keys of a browser's subscription").exception(e);
    }
    int share = visitor ? VISITORS_SHARE : Integer.MAX_VALUE;
    return switch (subscriptions.subscribe(subscription, share)) {
      case SUBSCRIBED -> Answer.created(new Subscribed(true, "subscribed", subscription.id()));
      case FULL ->
          throw ApiException.of(ErrorCode.RECORD_LIMIT_REACHED, "there are too many subscriptions");
      case SHARE_USED ->
          throw ApiException.of(
              ErrorCode.RECORD_LIMIT_REACHED,
              "a visitor has at most " + VISITORS_SHARE + " subscriptions");
    };
  }

  private Answer list(Call call) {
    var page = ListPage.of(call, subscriptions.newestFirst(), Listed::of);
    return Answer.ok(new Listing(true, page.entries(), page.pagination()));
  }

  private Answer end(Call call) {
    if (!subscriptions.removeById(call.text("id"))) {
      throw ApiException.of(ErrorCode.SUBSCRIPTION_NOT_FOUND, "subscription not found");
    }
    return Done.answer("the subscription is deleted");
  }

  private Answer unsubscribe(Call call, UnsubscribeRequest browser) {
    if (!subscriptions.remove(browser.endpoint())) {
      throw ApiException.of(ErrorCode.SUBSCRIPTION_NOT_FOUND, "subscription not found");
    }
    return Answer.ok(new Done(true, "unsubscribed"));
  }

  private Answer test(Call call) {
    PushSender.Result result =
        sender.send(new PushPayload("", "Test", "Push notifications from this site are working."));
    return Answer.ok(
        new Tested(
            result.sent(),
            result.count() + " delivered",
            result.sent(),
            result.count(),
            result.error()));
  }
}
