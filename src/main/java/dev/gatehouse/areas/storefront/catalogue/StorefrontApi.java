package dev.gatehouse.areas.storefront.catalogue;

import module java.base;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Json;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.provider.ProviderClient;
import dev.gatehouse.provider.ProviderReply;
import dev.gatehouse.provider.ProviderRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Client for the GraphQL endpoint of a shop. All methods block. */
public final class StorefrontApi {
  private static final int MAX_MESSAGE = 500;
  private static final Logger LOG = LoggerFactory.getLogger(StorefrontApi.class);
  private static final String VERSION = "2024-01";
  private static final int RETRY_SECONDS = 5;

  private final ProviderClient provider;
  private final Account account;

  /** API version that the shop reported last. */
  private final AtomicReference<String> served = new AtomicReference<>(VERSION);

  /**
   * Account at the shop.
   *
   * @param url without a slash at its end; empty if none is set
   * @param header that carries the token
   * @param token public
   */
  public record Account(String url, String header, String token) {
    /**
     * Rejects operations that need the shop if none is configured.
     *
     * @throws dev.gatehouse.bus.ApiException 503 that names the setting
     */
    public void mustBeConfigured() {
      mustBeSet(url, "URL");
      mustBeSet(token, "TOKEN");
    }

    private static void mustBeSet(String value, String name) {
      if (value.isEmpty()) {
        throw ApiException.of(
            ErrorCode.NOT_CONFIGURED,
            "storefront is not configured: set GATEHOUSE_STOREFRONT_" + name);
      }
    }
  }

  public StorefrontApi(ProviderClient provider, Account account) {
    this.provider = provider;
    this.account = account;
  }

  public Account account() {
    return account;
  }

  /**
   * Sends a document to the shop.
   *
   * @param repeatable whether it changes nothing
   * @return data and errors as the shop returns them
   * @throws dev.gatehouse.bus.ApiException 502, 503 or 504 if the shop returns neither
   */
  public Map<?, ?> execute(Map<String, Object> document, boolean repeatable) {
    account.mustBeConfigured();
    Map<?, ?> result = provider.read(send(document, repeatable), Map.class);
    if (result == null || !(result.containsKey("data") || result.containsKey("errors"))) {
      throw provider.failed("the reply has neither data nor errors");
    }
    return result;
  }

  /**
   * Returns the data of one of Gatehouse's own queries as a record.
   *
   * @throws dev.gatehouse.bus.ApiException 502 if the shop reports errors, 503 if it requests a
   *     pause
   */
  <T> T query(Map<String, Object> document, Class<T> type) {
    Map<?, ?> result = execute(document, true);
    if (result.get("errors") instanceof List<?> errors && !errors.isEmpty()) {
      if (errors.toString().contains("THROTTLED")) {
        throw ApiException.busy(
            ErrorCode.PROVIDER_BUSY, "storefront is rate limited", RETRY_SECONDS);
      }
      throw provider.failed(
          "the shop reports: " + PlainText.beginning(messages(errors), MAX_MESSAGE));
    }
    if (result.get("data") == null) {
      throw provider.failed("the reply has no data");
    }
    try {
      return Json.convert(result.get("data"), type);
    } catch (IllegalArgumentException odd) {
      throw provider.failed("the reply has unreadable data");
    }
  }

  private static String messages(List<?> errors) {
    return errors.stream()
        .map(error -> error instanceof Map<?, ?> fields ? message(fields) : String.valueOf(error))
        .map(text -> text.replaceAll("\\p{Cntrl}", " "))
        .collect(Collectors.joining("; "));
  }

  /** Returns the message of an error. A rejected token has only a code. */
  private static String message(Map<?, ?> error) {
    String text = Objects.toString(error.get("message"), "");
    return text.isBlank() && error.get("extensions") instanceof Map<?, ?> more
        ? String.valueOf(more.get("code"))
        : text;
  }

  ApiException invalid(String what) {
    return provider.invalid(what);
  }

  private ProviderReply send(Map<String, Object> document, boolean repeatable) {
    ProviderReply reply =
        provider.call(
            ProviderRequest.post(
                    account.url() + "/api/" + VERSION + "/graphql.json",
                    Json.encode(document).getBytes(),
                    repeatable)
                .with(account.header(), account.token()));
    reply.header("X-Shopify-API-Version").ifPresent(this::note);
    return reply;
  }

  /** A shop silently replaces a retired version by another one. */
  private void note(String version) {
    String plain = version.replaceAll("[^0-9A-Za-z-]", "?");
    if (!served.getAndSet(plain).equals(plain)) {
      LOG.warn("the storefront serves version {}, requested {}", plain, VERSION);
    }
  }
}
