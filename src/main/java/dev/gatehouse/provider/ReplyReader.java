package dev.gatehouse.provider;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Json;
import java.io.IOException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Converts a provider's replies into records, and invalid replies into failures. */
final class ReplyReader {
  private static final Logger LOG = LoggerFactory.getLogger(ReplyReader.class);

  private final String name;
  private final ProviderMetrics metrics;

  /**
   * @param name of the provider
   */
  ReplyReader(String name, ProviderMetrics metrics) {
    this.name = name;
    this.metrics = metrics;
  }

  <T, R> R read(ProviderReply reply, Class<T> type, Function<T, R> make) {
    mustBeOk(reply);
    try {
      return make.apply(reply.body(type));
    } catch (ApiException e) {
      throw e;
    } catch (RuntimeException e) {
      // Excludes the exception's message, which may quote the reply.
      throw failed("unreadable reply: " + e.getClass().getSimpleName());
    }
  }

  <T> Json.Elements<T> elements(ProviderReply reply, String field, Class<T> type, int max) {
    mustBeOk(reply);
    Json.Elements<T> elements;
    try {
      elements = Json.elements(reply.body(), field, type, max);
    } catch (IOException e) {
      throw failed("unreadable reply: " + e.getClass().getSimpleName());
    }
    if (elements.odd() > 0) {
      String why = elements.odd() + " elements of a reply are not a valid " + type.getSimpleName();
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
      throw failed(reply.described());
    }
  }

  ApiException failed(String why) {
    metrics.failed(FailureKind.UNREADABLE);
    return CallException.of(FailureKind.UNREADABLE, why).failure(name, true);
  }
}
