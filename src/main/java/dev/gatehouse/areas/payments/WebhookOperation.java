package dev.gatehouse.areas.payments;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.gatehouse.areas.payments.orders.PaymentOrder;
import dev.gatehouse.areas.payments.orders.PaymentOrderRepository;
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
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
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
  private final PaymentOrderRepository orders;
  private final Reconciliation reconciliation;
  private final RequestBudget rejected;

  WebhookOperation(
      PaymentsSettings settings,
      WebhookSignature signature,
      WebhookInbox inbox,
      PaymentOrderRepository orders,
      Reconciliation reconciliation,
      InstantSource clock) {
    this.settings = settings;
    this.signature = signature;
    this.inbox = inbox;
    this.orders = orders;
    this.reconciliation = reconciliation;
    this.rejected = new RequestBudget(MAX_REJECTED, WINDOW, clock);
  }

  private record Event(String id, @JsonProperty("event_type") String type, Resource resource) {

    /** Returns the provider's id of its order. */
    Optional<String> order() {
      boolean itself = type != null && type.startsWith("CHECKOUT.ORDER.");
      return itself ? content().map(Resource::id) : related().map(Related::order);
    }

    /** Returns the ids of the captures that it may be about. */
    List<String> captures() {
      Stream<String> linked =
          content().map(Resource::links).stream()
              .flatMap(List::stream)
              .filter(link -> link != null && "up".equals(link.rel()) && link.href() != null)
              .map(link -> link.href().substring(link.href().lastIndexOf('/') + 1));
      return Stream.of(
              linked,
              related().map(Related::capture).stream(),
              content().map(Resource::id).stream())
          .flatMap(each -> each)
          .distinct()
          .toList();
    }

    private Optional<Resource> content() {
      return Optional.ofNullable(resource);
    }

    private Optional<Related> related() {
      return content().map(Resource::more).map(Supplement::related);
    }
  }

  private record Resource(
      String id, @JsonProperty("supplementary_data") Supplement more, List<Link> links) {}

  private record Supplement(@JsonProperty("related_ids") Related related) {}

  private record Related(
      @JsonProperty("order_id") String order, @JsonProperty("capture_id") String capture) {}

  private record Link(String href, String rel) {}

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
      rejected.spend(client);
      throw unverified;
    }
    Event event = event(body);
    boolean first = inbox.once(event.id(), () -> take(event));
    return Answer.ok(new Done(true, first ? "taken" : "known already"));
  }

  /**
   * Rejects requests of a client that sent too many unverified ones. A message that names a proven
   * certificate is still verified, because that costs little and others may use the same address.
   */
  private void mustHaveBudget(String client, WebhookSignature.Headers headers) {
    if (rejected.isSpent(client) && !signature.namesProvenCertificate(headers)) {
      throw ApiError.of(ErrorCode.RATE_LIMITED, "too many unverified webhook requests")
          .with(Map.of("Retry-After", Long.toString(WINDOW.toSeconds())))
          .exception();
    }
  }

  private void mustBeGenuine(WebhookSignature.Headers headers, String body, String client) {
    inbox.mustBeTimely(time(headers.time()));
    if (!signature.isGenuine(headers, body, client)) {
      throw ApiError.of(ErrorCode.SIGNATURE_INVALID, "the signature is wrong").exception();
    }
  }

  private static String header(Call call, String name) {
    return Optional.ofNullable(call.text(name))
        .orElseThrow(() ->
            ApiError.of(ErrorCode.PARAMETER_MISSING, name, name + " is required").exception());
  }

  private static Instant time(String text) {
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      throw ApiError.invalid("PAYPAL-TRANSMISSION-TIME", "must be an ISO 8601 time").exception(e);
    }
  }

  private static Event event(String body) {
    try {
      Event event = Json.decode(body.getBytes(StandardCharsets.UTF_8), Event.class);
      if (event != null && event.id() != null) {
        return event;
      }
    } catch (UncheckedIOException odd) {
      LOG.warn("body is not a valid webhook event: {}", odd.getCause().getClass().getSimpleName());
    }
    throw ApiError.of(ErrorCode.WEBHOOK_INVALID, "body is not a valid webhook event").exception();
  }

  /** Schedules a read of the event's order, now or by the job. Ignores unknown orders. */
  private void take(Event event) {
    Optional<PaymentOrder> order =
        event
            .order()
            .flatMap(orders::byOrder)
            .or(() ->
                event.captures().stream()
                    .flatMap(capture -> orders.byCapture(capture).stream())
                    .findFirst());
    order.map(reconciliation::due).ifPresent(this::look);
  }

  private void look(PaymentOrder order) {
    try {
      reconciliation.lookNow(order);
    } catch (ApiException failed) {
      LOG.warn("order of a webhook could not be read, will retry: {}", failed.failure().message());
    }
  }
}
