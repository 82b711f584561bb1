package dev.gatehouse.notifications.push;

import com.zerodeplibs.webpush.MessageEncryptions;
import com.zerodeplibs.webpush.PushMessage;
import com.zerodeplibs.webpush.PushSubscription;
import com.zerodeplibs.webpush.UserAgentMessageEncryptionKeyInfo;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.util.concurrent.TimeUnit;

/** Posts one encrypted message to one push service (RFC 8030, 8291, 8292). */
public final class PushClient {
  private static final int CONNECT_MILLIS = 3_000;
  private static final String TTL_SECONDS = "86400";

  private final HttpClient client;
  private final VapidKeys keys;

  /**
   * A push service's answer.
   *
   * @param retryAfterSeconds -1 if it did not say
   */
  record Reply(int status, int retryAfterSeconds) {}

  /**
   * @param parallel connections to one push service
   */
  public PushClient(Vertx vertx, VapidKeys keys, int parallel) {
    this.keys = keys;
    var options = new HttpClientOptions().setConnectTimeout(CONNECT_MILLIS);
    this.client = vertx.createHttpClient(options, new PoolOptions().setHttp1MaxSize(parallel));
  }

  /**
   * Encrypts and posts; redirects are not followed. Blocks.
   *
   * @param millis within which the push service must have answered
   */
  Reply post(PushTargets.Target target, Subscription subscription, byte[] payload, long millis) {
    byte[] body = encrypted(subscription, payload);
    String path = target.uri().getRawPath();
    String query = target.uri().getRawQuery();
    var options =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setServer(SocketAddress.inetSocketAddress(target.port(), hostAddress(target)))
            .setHost(target.uri().getHost())
            .setPort(target.port())
            .setSsl(target.tls())
            .setURI((path.isEmpty() ? "/" : path) + (query == null ? "" : "?" + query))
            .putHeader("TTL", TTL_SECONDS)
            .putHeader("Urgency", "normal")
            .putHeader("Content-Encoding", "aes128gcm")
            .putHeader("Content-Type", "application/octet-stream")
            .putHeader("Authorization", keys.authorization(target.origin()))
            .setTimeout(millis);
    return client
        .request(options)
        .compose(request -> answered(request, body))
        .timeout(millis, TimeUnit.MILLISECONDS)
        .await();
  }

  private static Future<Reply> answered(HttpClientRequest request, byte[] body) {
    return request
        .send(Buffer.buffer(body))
        .map(response -> {
          // Nobody needs the body, and it could be endless.
          if (!"0".equals(response.getHeader("Content-Length"))) {
            request.reset();
          }
          return new Reply(response.statusCode(), seconds(response.getHeader("Retry-After")));
        });
  }

  private static String hostAddress(PushTargets.Target target) {
    return target.address().getHostAddress();
  }

  /** Seconds only: whoever names a date asks for more patience than a notification has. */
  private static int seconds(String retryAfter) {
    return retryAfter != null && retryAfter.matches("[0-9]{1,8}")
        ? Integer.parseInt(retryAfter)
        : -1;
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
