package dev.gatehouse.areas.payments;

import static org.junit.jupiter.api.Assertions.assertThrows;

import module java.base;

import dev.gatehouse.Unchecked;
import dev.gatehouse.areas.payments.paypal.WebhookSignature;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Caller;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.provider.ProviderOptions;
import dev.gatehouse.provider.Providers;
import dev.gatehouse.provider.webhooks.WebhookInbox;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The webhooks of payments in memory, with the simulated provider's certificates. */
final class WebhooksInMemory implements BeforeEachCallback, AfterEachCallback {
  private Vertx vertx;
  PayPalSimulator provider;
  private SignedEvents signer;
  PaymentsInMemory payments;
  private WebhookOperation webhook;

  @Override
  public void afterEach(ExtensionContext context) {
    provider.close();
    vertx.close().await();
  }

  @Override
  public void beforeEach(ExtensionContext context) throws Exception {
    vertx = Vertx.vertx();
    provider = new PayPalSimulator();
    signer = new SignedEvents(provider);
    payments = new PaymentsInMemory();
    payments.clock.set(Instant.now());
    var providers = new Providers(vertx, payments.clock, new Random(1), new SimpleMeterRegistry());
    List<String> certificates = List.of(provider.certificates());
    PaymentsSettings settings =
        PaymentsInMemory.settings(
            "https://pay", new PaymentsSettings.Webhook(SignedEvents.WEBHOOK, certificates));
    webhook =
        new WebhookOperation(
            settings,
            new WebhookSignature(
                providers.client(ProviderOptions.of("payments-certificates")),
                settings.webhook().certificates(),
                settings.webhook().id(),
                payments.clock),
            new WebhookInbox("payments", payments.documents, payments.clock),
            new WebhookEvents(payments.orders, payments.reconciliation, payments.clock),
            payments.clock);
  }

  static String event(String id, String type, String resource) {
    return JsonObject.of("id", id, "event_type", type)
        .put("resource", new JsonObject(resource.replace('\'', '"')))
        .encode();
  }

  static String approved(String id) {
    return event(id, "CHECKOUT.ORDER.APPROVED", "{'id':'5O1'}");
  }

  /** Returns the headers of a genuine event. */
  Map<String, Object> signed(String body) {
    return Unchecked.get(() -> new HashMap<>(signer.headers(body, payments.clock.instant())));
  }

  String receive(String address, String body, Map<String, Object> headers) {
    var caller = new Caller(address, true, null, null, null, null);
    var call =
        new Call(
            "payments.webhook",
            new Origin("r", caller, ""),
            Deadline.in(Duration.ofSeconds(20)),
            headers,
            body,
            List.of());
    return webhook.receive(call).json().toJsonObject().getString("message");
  }

  String receive(String body) {
    return receive("203.0.113.1", body, signed(body));
  }

  ApiError fault(String body) {
    return fault(body, signed(body));
  }

  ApiError fault(String body, Map<String, Object> headers) {
    return assertThrows(ApiException.class, () -> receive("203.0.113.1", body, headers)).failure();
  }
}
