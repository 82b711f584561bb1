package peer;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Rate limiter per address with a fixed window, the cheapest kind. It never rejects a request. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
public class Limit extends OncePerRequestFilter {
  private static final long MOST = 1_000_000_000;
  private static final long WINDOW_MILLIS = 60_000;

  private final ConcurrentHashMap<String, AtomicLong> counts = new ConcurrentHashMap<>();
  private volatile long until;

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    long now = System.currentTimeMillis();
    if (now >= until) {
      counts.clear();
      until = now + WINDOW_MILLIS;
    }
    String address = request.getRemoteAddr();
    long left = MOST - counts.computeIfAbsent(address, first -> new AtomicLong()).incrementAndGet();
    if (left < 0) {
      response.sendError(429);
      return;
    }
    response.setHeader("RateLimit", "\"default\";r=" + left + ";t=60");
    chain.doFilter(request, response);
  }
}
