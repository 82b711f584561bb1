package dev.gatehouse.notifications.push;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Failure;
import dev.gatehouse.notifications.push.PushTargets.RefusedException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;

/** Takes and ends browsers' subscriptions. */
public final class PushOperations {
  private static final byte[] ANYTHING = {0};

  /** For the name of a push service to be found. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final Subscriptions subscriptions;
  private final PushTargets targets;
  private final PushSender sender;
  private final VapidKeys keys;
  private final int maxSubscriptions;
  private final InstantSource clock;

  /**
   * @param maxSubscriptions subscriptions
   */
  public PushOperations(
      Subscriptions subscriptions,
      PushTargets targets,
      PushSender sender,
      VapidKeys keys,
      int maxSubscriptions,
      InstantSource clock) {
    this.subscriptions = subscriptions;
    this.targets = targets;
    this.sender = sender;
    this.keys = keys;
    this.maxSubscriptions = maxSubscriptions;
    this.clock = clock;
  }

  public Map<String, Area.Handler> operations() {
    return Map.of(
        "notifications.pushKey",
        Area.giving(PublicKey.class, call -> Answer.ok(new PublicKey(keys.publicKey()))),
        "notifications.subscribe",
        Area.giving(Subscribed.class, Area.taking(BrowserSubscription.class, this::subscribe)),
        "notifications.unsubscribe",
        Area.giving(Done.class, Area.taking(UnsubscribeRequest.class, this::unsubscribe)),
        "notifications.testPush",
        Area.giving(Tested.class, this::test));
  }

  private record PublicKey(String publicKey) {}

  private record BrowserKeys(String p256dh, String auth) {}

  private record BrowserSubscription(
      String endpoint, BigDecimal expirationTime, BrowserKeys keys) {}

  private record UnsubscribeRequest(
      String endpoint, BigDecimal expirationTime, Map<String, Object> keys) {}

  private record Subscribed(boolean success, String message, String id) {}

  private record Tested(
      boolean success, String message, boolean pushSent, int pushCount, String pushError) {}

  private Answer subscribe(Call call, BrowserSubscription browser) {
    var subscription =
        new Subscription(
            Subscriptions.id(browser.endpoint()),
            browser.endpoint(),
            browser.keys().p256dh(),
            browser.keys().auth(),
            call.caller().subject(),
            clock.instant());
    try {
      targets.judge(browser.endpoint(), PATIENCE);
      PushClient.encrypted(subscription, ANYTHING);
    } catch (RefusedException e) {
      throw Failure.of(400, e.getMessage()).exception();
    } catch (RuntimeException e) {
      throw Failure.of(400, "keys are not those of a browser").exception(e);
    }
    if (!subscriptions.known(browser.endpoint()) && subscriptions.count() >= maxSubscriptions) {
      throw Failure.of(409, "there are too many subscriptions").exception();
    }
    subscriptions.save(subscription);
    return Answer.created(new Subscribed(true, "subscribed", subscription.id()));
  }

  private Answer unsubscribe(Call call, UnsubscribeRequest browser) {
    if (!subscriptions.remove(browser.endpoint())) {
      throw Failure.of(404, "there is no such subscription").exception();
    }
    return Answer.ok(new Done(true, "unsubscribed"));
  }

  private Answer test(Call call) {
    PushSender.Result result =
        sender.send(new PushPayload("", "Test", "Push messages from this site arrive."));
    return Answer.ok(
        new Tested(
            result.sent(),
            result.count() + " delivered",
            result.sent(),
            result.count(),
            result.error()));
  }
}
