package dev.gatehouse.areas.payments;

import module java.base;

import dev.gatehouse.areas.payments.paypal.WebhookSignature;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Json;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.provider.webhooks.RequestBudget;
import dev.gatehouse.provider.webhooks.WebhookInbox;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives the provider's webhooks. An event only causes its order to be read, because its own
 * content may be late, out of order, or repeated.
 */
final class WebhookOperation {
  private static final Logger LOG = LoggerFactory.getLogger(WebhookOperation.class);

  /** Unverified requests of one client that are examined in each window. */
  private static final int MAX_REJECTED = 30;

  private static final Duration WINDOW = Duration.ofMinutes(1);

  private final PaymentsSettings settings;
  private final WebhookSignature signature;
  private final WebhookInbox inbox;
  private final WebhookEvents events;
  private final RequestBudget rejectionBudget;

  WebhookOperation(
      PaymentsSettings settings,
      WebhookSignature signature,
      WebhookInbox inbox,
      WebhookEvents events,
      InstantSource clock) {
    this.settings = settings;
    this.signature = signature;
    this.inbox = inbox;
    this.events = events;
    this.rejectionBudget = new RequestBudget(MAX_REJECTED, WINDOW, clock);
  }

  Answer receive(Call call) {
    String body = Objects.requireNonNullElse((String) call.body(), "");
    var headers =
        new WebhookSignature.Headers(
            header(call, "PAYPAL-TRANSMISSION-ID"),
            header(call, "PAYPAL-TRANSMISSION-TIME"),
            header(call, "PAYPAL-TRANSMISSION-SIG"),
            header(call, "PAYPAL-CERT-URL"),
            header(call, "PAYPAL-AUTH-ALGO"));
    settings.mustHaveWebhook();
    String client = call.caller().address();
    mustHaveBudget(client, headers);
    try {
      mustBeGenuine(headers, body, client);
    } catch (ApiException unverified) {
      rejectionBudget.spend(client);
      throw unverified;
    }
    WebhookEvent event = event(body);
    boolean first = inbox.once(event.id(), () -> events.take(event));
    return Answer.ok(new Done(true, first ? "taken" : "known already"));
  }

  /**
   * Rejects requests of a client that sent too many unverified ones. A message that names a proven
   * certificate is still verified, because that costs little and others may use the same address.
   */
  private void mustHaveBudget(String client, WebhookSignature.Headers headers) {
    if (rejectionBudget.isSpent(client) && !signature.namesProvenCertificate(headers)) {
      throw ApiError.of(ErrorCode.RATE_LIMITED, "too many unverified webhook requests")
          .with(Map.of("Retry-After", Long.toString(WINDOW.toSeconds())))
          .exception();
    }
  }

  private void mustBeGenuine(WebhookSignature.Headers headers, String body, String client) {
    inbox.mustBeTimely(time(headers.time()));
    if (!signature.isGenuine(headers, body, client)) {
      throw ApiException.of(ErrorCode.SIGNATURE_INVALID, "the signature is wrong");
    }
  }

  private static String header(Call call, String name) {
    return Optional.ofNullable(call.text(name))
        .orElseThrow(
            () -> ApiException.of(ErrorCode.PARAMETER_MISSING, name, name + " is required"));
  }

  private static Instant time(String text) {
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      throw ApiError.invalid("PAYPAL-TRANSMISSION-TIME", "must be an ISO 8601 time").exception(e);
    }
  }

  private static WebhookEvent event(String body) {
    try {
      WebhookEvent event = Json.decode(body.getBytes(StandardCharsets.UTF_8), WebhookEvent.class);
      if (event != null && event.id() != null) {
        return event;
      }
    } catch (UncheckedIOException odd) {
      LOG.warn("body is not a valid webhook event: {}", odd.getCause().getClass().getSimpleName());
    }
    throw ApiException.of(ErrorCode.WEBHOOK_INVALID, "body is not a valid webhook event");
  }
}
