package dev.gatehouse.areas.notifications.push;

import module java.base;

import com.zerodeplibs.webpush.MessageEncryptions;
import com.zerodeplibs.webpush.PushMessage;
import com.zerodeplibs.webpush.PushSubscription;
import com.zerodeplibs.webpush.UserAgentMessageEncryptionKeyInfo;
import dev.gatehouse.areas.notifications.push.Subscriptions.Subscription;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.provider.ProviderClient;
import dev.gatehouse.provider.ProviderOptions;
import dev.gatehouse.provider.ProviderOptions.Breaker;
import dev.gatehouse.provider.ProviderReply;
import dev.gatehouse.provider.ProviderRequest;
import dev.gatehouse.provider.Providers;

/** Sends one encrypted message to a push service (RFC 8030, 8291, 8292). */
public record PushClient(ProviderClient provider, VapidKeys keys, InstantSource clock) {
  private static final String TTL_SECONDS = "86400";

  /** Tolerant, because endpoints of single browsers fail more frequently than services. */
  private static final Breaker BREAKER =
      new Breaker(16, Duration.ofMinutes(1), Duration.ofSeconds(15));

  /**
   * A push service's reply.
   *
   * @param retryAfter requested pause, if any
   */
  record Reply(int status, Optional<Duration> retryAfter) {}

  /**
   * Creates a client of all push services.
   *
   * @param parallel maximum connections to one service, and concurrent messages
   */
  public static PushClient of(Providers providers, VapidKeys keys, int parallel) {
    ProviderOptions options =
        ProviderOptions.of("push").withBulkhead(parallel, parallel).withBreaker(BREAKER);
    return new PushClient(providers.client(options), keys, providers.clock());
  }

  /**
   * Encrypts and sends a message. Does not follow redirects. Blocks.
   *
   * @throws dev.gatehouse.bus.ApiException if there is no reply: 504 after a timeout, 503 while the
   *     service is not called, else 502
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
            // A push service throttles one browser's messages, not all of its messages.
            .countedUnder(subscription.id())
            .at(target.address());
    ProviderReply reply = provider.attempt(request, deadline);
    return new Reply(reply.status(), reply.retryAfter(clock.instant()));
  }

  /** Encrypts a payload. Also used to check whether a browser's keys are valid. */
  static byte[] encrypted(Subscription subscription, byte[] payload) {
    var browser = new PushSubscription.Keys();
    browser.setP256dh(subscription.p256dh());
    browser.setAuth(subscription.auth());
    // One object per encryption, because objects share a digest that is not thread-safe.
    return MessageEncryptions.of()
        .encrypt(UserAgentMessageEncryptionKeyInfo.from(browser), PushMessage.of(payload))
        .toBytes();
  }
}
