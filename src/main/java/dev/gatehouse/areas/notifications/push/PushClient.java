package dev.gatehouse.areas.notifications.push;

import com.zerodeplibs.webpush.MessageEncryptions;
import com.zerodeplibs.webpush.PushMessage;
import com.zerodeplibs.webpush.PushSubscription;
import com.zerodeplibs.webpush.UserAgentMessageEncryptionKeyInfo;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.provider.ProviderClient;
import dev.gatehouse.provider.ProviderOptions;
import dev.gatehouse.provider.ProviderOptions.Breaker;
import dev.gatehouse.provider.ProviderReply;
import dev.gatehouse.provider.ProviderRequest;
import dev.gatehouse.provider.Providers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** Posts one encrypted message to one push service (RFC 8030, 8291, 8292). */
public final class PushClient {
  private static final String TTL_SECONDS = "86400";

  /** Browsers' own endpoints fail more often than services do. */
  private static final Breaker BREAKER =
      new Breaker(16, Duration.ofMinutes(1), Duration.ofSeconds(15));

  private final ProviderClient provider;
  private final VapidKeys keys;
  private final InstantSource clock;

  /**
   * A push service's answer.
   *
   * @param retryAfter if it said so
   */
  record Reply(int status, Optional<Duration> retryAfter) {}

  private PushClient(ProviderClient provider, VapidKeys keys, InstantSource clock) {
    this.provider = provider;
    this.keys = keys;
    this.clock = clock;
  }

  /**
   * A client of all push services.
   *
   * @param parallel connections to one of them, and messages on their way at once
   */
  public static PushClient of(Providers providers, VapidKeys keys, int parallel) {
    ProviderOptions options =
        ProviderOptions.of("push").withBulkhead(parallel, parallel).withBreaker(BREAKER);
    return new PushClient(providers.client(options), keys, providers.clock());
  }

  /**
   * Encrypts and posts; redirects are not followed. Blocks.
   *
   * @throws dev.gatehouse.bus.ApiException when there is no answer: 504 for none in time, 503 where
   *     the service is left alone, 502
   */
  Reply post(
      PushTargets.Target target, Subscription subscription, byte[] payload, Deadline deadline) {
    ProviderRequest request =
        ProviderRequest.post(target.uri().toString(), encrypted(subscription, payload), true)
            .with("Content-Type", "application/octet-stream")
            .with("Content-Encoding", "aes128gcm")
            .with("TTL", TTL_SECONDS)
            .with("Urgency", "normal")
            .with("Authorization", keys.authorization(target.origin()))
            // A push service slows down one browser's messages, not all that it carries.
            .countedUnder(subscription.id())
            .at(target.address());
    ProviderReply reply = provider.attempt(request, deadline);
    return new Reply(reply.status(), reply.retryAfter(clock.instant()));
  }

  /** Also tells whether a browser's keys are keys. */
  static byte[] encrypted(Subscription subscription, byte[] payload) {
    var browser = new PushSubscription.Keys();
    browser.setP256dh(subscription.p256dh());
    browser.setAuth(subscription.auth());
    // One object an encryption: they share a digest that is not made for threads.
    return MessageEncryptions.of()
        .encrypt(UserAgentMessageEncryptionKeyInfo.from(browser), PushMessage.of(payload))
        .toBytes();
  }
}
