package peer;

import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.Response;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;
import jakarta.ws.rs.container.ContainerResponseContext;

/** Rate limiter per address with a fixed window, the cheapest kind. It never rejects a request. */
@Singleton
public class Limit {
  private static final long MOST = 1_000_000_000;
  private static final long WINDOW_MILLIS = 60_000;

  private final ConcurrentHashMap<String, AtomicLong> counts = new ConcurrentHashMap<>();
  private volatile long until;

  @ServerRequestFilter(preMatching = true, nonBlocking = true)
  public Response spend(RoutingContext context) {
    long now = System.currentTimeMillis();
    if (now >= until) {
      counts.clear();
      until = now + WINDOW_MILLIS;
    }
    String address = context.request().remoteAddress().hostAddress();
    long left = MOST - counts.computeIfAbsent(address, first -> new AtomicLong()).incrementAndGet();
    context.put("left", left);
    return left < 0 ? Response.status(429).build() : null;
  }

  @ServerResponseFilter
  public void tell(ContainerResponseContext response, RoutingContext context) {
    response.getHeaders().add("RateLimit", "\"default\";r=" + context.<Long>get("left") + ";t=60");
  }
}
