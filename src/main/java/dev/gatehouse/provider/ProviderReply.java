package dev.gatehouse.provider;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Json;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.HttpDate;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.provider.CallException.FailureKind;
import dev.gatehouse.time.Extremes;
import io.vertx.core.MultiMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A provider's reply.
 *
 * @param status any status
 * @param body decompressed body; after a 304, the body of the earlier reply
 */
public record ProviderReply(int status, MultiMap headers, byte[] body) {
  /** Headers with the id that a provider assigns to a reply, for its support. */
  private static final List<String> REQUEST_IDS =
      List.of("X-GitHub-Request-Id", "Paypal-Debug-Id", "X-Request-Id");

  private static final String REQUEST_ID = "[A-Za-z0-9:._-]{1,64}";
  private static final String REASON = "[A-Za-z][A-Za-z0-9_.-]{2,63}";
  private static final String SENTENCE = "(?:[A-Za-z(),.:'-]{1,20}(?: |$)){2,20}";
  private static final int MAX_ERROR_BYTES = 65_536;
  private static final int FIRST_SUCCESS = 200;
  private static final int FIRST_NO_SUCCESS = 300;
  private static final int FIRST_CLIENT_ERROR = 400;
  private static final int FIRST_SERVER_ERROR = 500;

  private static final Duration MAX = Duration.ofHours(24);
  private static final int TOO_MANY = 429;
  private static final int FORBIDDEN = 403;
  private static final int UNAVAILABLE = 503;

  /** Larger numbers are epoch seconds, and still larger numbers are epoch milliseconds. */
  private static final long LEAST_EPOCH_SECOND = 1_000_000_000L;

  private static final long LEAST_EPOCH_MILLI = 1_000_000_000_000L;

  /** Prefixes of quota headers: those of GitHub and most others, and of two IETF drafts. */
  private static final List<String> QUOTAS = List.of("X-RateLimit-", "X-Rate-Limit-", "RateLimit-");

  public boolean ok() {
    return status >= FIRST_SUCCESS && status < FIRST_NO_SUCCESS;
  }

  /** Returns whether the provider has carried out the request. */
  boolean accepted() {
    return status >= FIRST_SUCCESS && status < FIRST_CLIENT_ERROR;
  }

  boolean serverError() {
    return status >= FIRST_SERVER_ERROR;
  }

  /**
   * Returns the status, the provider's word for the cause and its id of this reply, for the log and
   * the owner.
   */
  String described() {
    return "status "
        + status
        + PlainText.prefixed(" reason=", reason())
        + REQUEST_IDS.stream()
            .flatMap(name -> header(name).stream())
            .filter(id -> id.matches(REQUEST_ID))
            .findFirst()
            .map(id -> " id=" + id)
            .orElse("");
  }

  /**
   * Returns the word by which an error names its cause, such as {@code invalid_grant} (RFC 6749) or
   * Google's {@code accessNotConfigured}, or the sentence of code hosts; empty without one.
   * Sentences with digits, addresses or long words are left out, because they may quote the
   * request.
   */
  private String reason() {
    if (accepted() || body.length > MAX_ERROR_BYTES) {
      return "";
    }
    try {
      JsonNode reply = Json.decode(body, JsonNode.class);
      JsonNode error = reply.path("error");
      // A message of one word may be the credential itself.
      return Stream.concat(
              Stream.of(error, error.path("errors").path(0).path("reason"), error.path("status"))
                  .map(each -> each.asText(""))
                  .filter(word -> word.matches(REASON) || word.matches(SENTENCE)),
              Stream.of(reply.path("message").asText("")).filter(text -> text.matches(SENTENCE)))
          .findFirst()
          .orElse("");
    } catch (UncheckedIOException | IllegalArgumentException noJson) {
      return "";
    }
  }

  /** Returns a header's first value. */
  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name));
  }

  /**
   * Returns the pause in {@code Retry-After}, given in seconds or as a date; a day at most. A date
   * is compared with the provider's own clock if the reply contains its time.
   */
  public Optional<Duration> retryAfter(Instant now) {
    return header("Retry-After").flatMap(text -> retryAfter(text, clock(this).orElse(now)));
  }

  /**
   * Reads the JSON body as a record. Fields that the record lacks are ignored.
   *
   * @throws UncheckedIOException if it is invalid
   */
  public <T> T body(Class<T> type) {
    return Json.decode(body, type);
  }

  /**
   * Converts a provider's replies into records, and invalid replies into failures.
   *
   * @param name of the provider
   */
  record Reader(String name, ProviderMetrics metrics) {
    private static final Logger LOG = LoggerFactory.getLogger(Reader.class);

    <T, R> R read(ProviderReply reply, Class<T> type, Function<T, R> make) {
      mustBeOk(reply);
      try {
        return make.apply(reply.body(type));
      } catch (ApiException e) {
        throw e;
      } catch (RuntimeException e) {
        // Excludes the exception's message, which may quote the reply.
        throw failed("a reply that is not understood: " + e.getClass().getSimpleName());
      }
    }

    <T> List<T> wholeList(ProviderReply reply, String field, Class<T> type, int max) {
      mustBeOk(reply);
      Json.Elements<T> elements = parsed(reply, field, type, max);
      if (elements.odd() > 0) {
        throw invalid(elements.firstOdd(field));
      }
      return elements.items();
    }

    /** Counts and returns the failure for an invalid part of a reply, which the client may see. */
    ApiException invalid(String what) {
      String message = name + " returned an invalid reply: " + what;
      metrics.failed(FailureKind.UNREADABLE, message);
      return ApiError.of(ErrorCode.PROVIDER_REPLY_INVALID, message).because(message).exception();
    }

    private <T> Json.Elements<T> parsed(ProviderReply reply, String field, Class<T> type, int max) {
      try {
        return Json.elements(reply.body(), field, type, max);
      } catch (IOException e) {
        throw failed("a reply that is not understood: " + e.getClass().getSimpleName());
      }
    }

    <T> Json.Elements<T> elements(ProviderReply reply, String field, Class<T> type, int max) {
      mustBeOk(reply);
      Json.Elements<T> elements = parsed(reply, field, type, max);
      if (elements.odd() > 0) {
        String why = elements.odd() + " in a reply are no " + type.getSimpleName();
        ApiException odd = failed(why);
        if (elements.items().isEmpty()) {
          throw odd;
        }
        LOG.warn("{}: {}", name, why);
      }
      return elements;
    }

    private void mustBeOk(ProviderReply reply) {
      if (!reply.ok()) {
        metrics.failed(FailureKind.UNREADABLE, reply.described());
        String message = name + " failed" + PlainText.prefixed(": ", reply.reason());
        throw ApiError.of(ErrorCode.PROVIDER_REPLY_INVALID, message)
            .because(name + ": " + reply.described())
            .exception();
      }
    }

    ApiException failed(String why) {
      metrics.failed(FailureKind.UNREADABLE, why);
      return CallException.of(FailureKind.UNREADABLE, why).failure(name, true);
    }
  }

  /** Returns whether a reply's status and headers report too many requests. */
  static boolean wantsPause(ProviderReply reply) {
    return switch (reply.status()) {
      case TOO_MANY -> true;
      case FORBIDDEN -> reply.header("Retry-After").isPresent() || usedUp(reply).isPresent();
      case UNAVAILABLE -> reply.header("Retry-After").isPresent();
      default -> false;
    };
  }

  /** Returns the pause before the next call; empty if the reply does not specify one. */
  static Optional<Duration> pauseOf(ProviderReply reply, Instant now) {
    return reply.retryAfter(now).or(() -> untilNewQuota(reply, now));
  }

  /** Returns the time until the quota resets, if this reply used up the old quota. */
  static Optional<Duration> untilNewQuota(ProviderReply reply, Instant now) {
    return usedUp(reply)
        .flatMap(family -> reply.header(family + "Reset"))
        .flatMap(reset -> reset(reset.strip(), clock(reply).orElse(now)));
  }

  /**
   * Returns whether the requested pause applies to one exhausted quota only. Otherwise it applies
   * to every call to the provider.
   */
  static boolean isOfOneQuota(ProviderReply reply) {
    return usedUp(reply).isPresent();
  }

  private static Optional<String> usedUp(ProviderReply reply) {
    return QUOTAS.stream()
        .filter(family ->
            reply.header(family + "Remaining").filter(left -> left.strip().equals("0")).isPresent())
        .findFirst();
  }

  /** Returns the time at which the provider sent a reply, by the provider's clock. */
  static Optional<Instant> clock(ProviderReply reply) {
    return reply.header("Date").flatMap(HttpDate::parse);
  }

  /** Parses a pause in either form; empty if the text is neither. */
  static Optional<Duration> retryAfter(String text, Instant now) {
    String pause = text.strip();
    if (pause.matches("[0-9]{1,15}")) {
      return Optional.of(bounded(Duration.ofSeconds(Long.parseLong(pause))));
    }
    return HttpDate.parse(pause).map(until -> bounded(Duration.between(now, until)));
  }

  private static Optional<Duration> reset(String text, Instant now) {
    if (!text.matches("[0-9]{1,15}(\\.[0-9]{1,9})?")) {
      return retryAfter(text, now);
    }
    long number = Long.parseLong(text.replaceFirst("\\..*", ""));
    if (number >= LEAST_EPOCH_MILLI) {
      return Optional.of(bounded(Duration.between(now, Instant.ofEpochMilli(number))));
    }
    if (number >= LEAST_EPOCH_SECOND) {
      return Optional.of(bounded(Duration.between(now, Instant.ofEpochSecond(number))));
    }
    return Optional.of(bounded(Duration.ofSeconds(number)));
  }

  private static Duration bounded(Duration pause) {
    if (pause.isNegative()) {
      return Duration.ZERO;
    }
    return Extremes.min(pause, MAX);
  }
}
