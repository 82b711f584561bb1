package dev.gatehouse.areas.payments.paypal;

import module java.base;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Json;
import dev.gatehouse.formats.Money;
import dev.gatehouse.provider.ProviderClient;
import dev.gatehouse.provider.ProviderReply;
import dev.gatehouse.provider.ProviderRequest;
import dev.gatehouse.provider.TokenCache;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Client of the provider's HTTP API. Its exceptions have messages that may be returned to clients.
 */
public final class PayPalApi implements OrderProvider {
  private static final Logger LOG = LoggerFactory.getLogger(PayPalApi.class);
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final byte[] EMPTY = "{}".getBytes(StandardCharsets.US_ASCII);

  private final ProviderClient provider;
  private final Account account;
  private final TokenCache tokens;

  /**
   * The account that receives the payments.
   *
   * @param url of the API, without a trailing slash
   */
  public record Account(String url, String clientId, String clientSecret) {}

  public PayPalApi(ProviderClient provider, Account account) {
    this.provider = provider;
    this.account = account;
    this.tokens = provider.tokens(this::token);
  }

  @Override
  public PayPalOrder create(String requestId, Object order) throws RefusedException {
    byte[] json = Json.encode(order).getBytes();
    ProviderRequest request =
        ProviderRequest.post(account.url() + "/v2/checkout/orders", json, true)
            .with("PayPal-Request-Id", requestId)
            .with("Prefer", "return=minimal");
    return order(accepted("create", provider.call(request, tokens)));
  }

  @Override
  public PayPalOrder capture(String id, String requestId) throws RefusedException {
    // Marked as not repeatable, so that a failure reports whether the provider may have received
    // it.
    ProviderRequest request =
        ProviderRequest.post(path(id) + "/capture", EMPTY, false)
            .with("PayPal-Request-Id", requestId)
            .with("Prefer", "return=representation");
    ProviderReply reply = accepted("capture", provider.call(request, tokens));
    try {
      return order(reply, id);
    } catch (ApiException unreadable) {
      throw ApiError.unknown("unknown outcome: the order may have been paid")
          .because(unreadable.failure().detail())
          .exception(unreadable);
    }
  }

  @Override
  public Optional<PayPalOrder> read(String id) {
    try {
      ProviderReply reply = provider.call(ProviderRequest.get(path(id)), tokens);
      if (reply.status() == NOT_FOUND) {
        return Optional.empty();
      }
      return Optional.of(order(accepted("read", reply), id));
    } catch (RefusedException odd) {
      throw provider.failed("unreadable order: " + odd.getMessage());
    }
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record RefundRequest(
      PayPalOrder.Amount amount, @JsonProperty("custom_id") String customId) {}

  @Override
  public void refund(String capture, String requestId, Money amount) throws RefusedException {
    var sum = new PayPalOrder.Amount(amount.currency(), amount.text());
    byte[] json = Json.encode(new RefundRequest(sum, requestId)).getBytes();
    String path =
        account.url() + "/v2/payments/captures/" + ProviderRequest.encode(capture) + "/refund";
    ProviderRequest request =
        ProviderRequest.post(path, json, true).with("PayPal-Request-Id", requestId);
    accepted("refund", provider.call(request, tokens));
  }

  private String path(String id) {
    return account.url() + "/v2/checkout/orders/" + ProviderRequest.encode(id);
  }

  /**
   * Returns the order of a reply.
   *
   * @throws ApiException if the reply contains another order than the requested one
   */
  private PayPalOrder order(ProviderReply reply, String id) {
    PayPalOrder order = order(reply);
    if (!order.id().equals(id)) {
      throw provider.failed("the reply contains another order");
    }
    return order;
  }

  private PayPalOrder order(ProviderReply reply) {
    PayPalOrder order = provider.read(reply, PayPalOrder.class);
    if (order == null || order.id() == null) {
      throw provider.failed("the order has no ID");
    }
    return order;
  }

  /**
   * Returns a successful reply. A rejected credential is this service's fault; any other 4xx status
   * concerns the order.
   */
  private ProviderReply accepted(String what, ProviderReply reply) throws RefusedException {
    if (reply.ok()) {
      return reply;
    }
    PayPalError error = PayPalError.of(reply);
    LOG.warn(
        "payments {}: status {} {} debug id {}",
        what,
        reply.status(),
        error.issue(),
        reply.header("Paypal-Debug-Id").orElse("-").replaceAll("[^0-9A-Za-z-]", "?"));
    boolean ours = reply.status() == UNAUTHORIZED || reply.status() == FORBIDDEN;
    if (ours || reply.status() < 400) {
      throw provider.failed("status " + reply.status());
    }
    throw new RefusedException(reply.status(), error.issue(), error.payerAction());
  }

  private record Token(
      @JsonProperty("access_token") String accessToken,
      @JsonProperty("expires_in") long expiresIn) {}

  private TokenCache.Token token() {
    String pair = account.clientId() + ':' + account.clientSecret();
    String basic = Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    ProviderRequest request =
        ProviderRequest.form(
                account.url() + "/v1/oauth2/token", Map.of("grant_type", "client_credentials"))
            .with("Authorization", "Basic " + basic);
    Token token = provider.read(provider.call(request), Token.class);
    if (token == null || token.accessToken() == null) {
      throw provider.failed("the token reply has no token");
    }
    return new TokenCache.Token(token.accessToken(), Duration.ofSeconds(token.expiresIn()));
  }

  /** The provider's error reply. Its codes are passed on, its messages are not. */
  record PayPalError(
      String name,
      @JsonProperty("debug_id") String debugId,
      List<Detail> details,
      List<PayPalOrder.Link> links) {
    private static final Pattern WORD = Pattern.compile("[A-Z][A-Z0-9_]{0,63}");
    private static final PayPalError SILENT = new PayPalError(null, null, null, null);

    record Detail(String issue) {}

    /** Parses the error of a reply. Returns an empty error if the body is not one. */
    static PayPalError of(ProviderReply reply) {
      try {
        return Objects.requireNonNullElse(reply.body(PayPalError.class), SILENT);
      } catch (UncheckedIOException e) {
        return SILENT;
      }
    }

    /** Returns the code of the first issue, else the name of the error, else UNKNOWN. */
    String issue() {
      return Optional.ofNullable(details)
          .flatMap(all -> all.stream().filter(Objects::nonNull).findFirst())
          .map(Detail::issue)
          .filter(PayPalError::isWord)
          .or(() -> Optional.ofNullable(name).filter(PayPalError::isWord))
          .orElse("UNKNOWN");
    }

    /** Returns the URL at which the payer can resolve the problem; empty if absent. */
    String payerAction() {
      return Optional.ofNullable(links).orElse(List.of()).stream()
          .filter(link -> link != null && "payer-action".equals(link.rel()) && link.href() != null)
          .map(PayPalOrder.Link::href)
          .filter(href -> href.startsWith("https://"))
          .findFirst()
          .orElse("");
    }

    private static boolean isWord(String text) {
      return text != null && WORD.matcher(text).matches();
    }
  }
}
