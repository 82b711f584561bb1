package dev.gatehouse.http.stages;

import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.HeaderNames;
import dev.gatehouse.http.exchange.Replies;
import dev.gatehouse.settings.Settings;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.util.Locale;

/**
 * Redirects pages of the site's former hosts to its public address. Changes are served there, too:
 * webhooks of providers do not follow redirects.
 */
public record FormerHosts(Settings.Public site) {
  public void handle(RoutingContext context) {
    HttpServerRequest request = context.request();
    boolean reads =
        request.method().equals(HttpMethod.GET) || request.method().equals(HttpMethod.HEAD);
    if (!reads || !isFormer(request)) {
      context.next();
      return;
    }
    String query = request.query() == null ? "" : '?' + request.query();
    Exchange exchange = Exchange.of(context);
    exchange
        .response()
        .setStatusCode(301)
        .putHeader("Location", site.url() + request.path() + query)
        .putHeader(HeaderNames.CACHE_CONTROL, "public, max-age=3600");
    Replies.end(exchange, Buffer.buffer());
  }

  private boolean isFormer(HttpServerRequest request) {
    return request.authority() != null
        && site.formerHosts().contains(request.authority().host().toLowerCase(Locale.ROOT));
  }
}
