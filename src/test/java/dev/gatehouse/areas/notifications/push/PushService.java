package dev.gatehouse.areas.notifications.push;

import module java.base;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.gatehouse.LoopbackServer;

/**
 * A push service on loopback. An endpoint's path defines the response: {@code /201/name}, or
 * consecutive statuses, {@code /429-201/name}; {@code /never/name} gets no response.
 */
public final class PushService implements AutoCloseable {
  private final Duration trip;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Message> messages = new CopyOnWriteArrayList<>();
  private final Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger max = new AtomicInteger();

  /** Received request. */
  public record Message(String path, Map<String, String> headers, byte[] body) {}

  public PushService() {
    this(Duration.ZERO);
  }

  /**
   * @param trip simulated latency, so that requests overlap
   */
  public PushService(Duration trip) {
    this.trip = trip;
    server = LoopbackServer.start(this::take);
  }

  public String endpoint(String statuses, String name) {
    return LoopbackServer.url(server) + "/" + statuses + "/" + name;
  }

  public List<Message> messages() {
    return messages;
  }

  /** Returns the maximum number of concurrent messages. */
  public int max() {
    return max.get();
  }

  /** Deletes the received messages. */
  public void forget() {
    messages.clear();
    asked.clear();
    max.set(0);
  }

  private void take(HttpExchange exchange) throws IOException {
    max.accumulateAndGet(running.incrementAndGet(), Math::max);
    String word = noted(exchange);
    String status = word.replaceAll("[a-z]+$", "");
    LockSupport.parkNanos(trip.toNanos());
    // Decremented before the response, because the next message may be sent right after it.
    running.decrementAndGet();
    if (word.equals("never")) {
      silent(exchange);
      return;
    }
    try (exchange) {
      if (status.equals("429")) {
        exchange.getResponseHeaders().set("Retry-After", retryAfter(word));
      }
      if (status.startsWith("30")) {
        exchange.getResponseHeaders().set("Location", endpoint("201", "redirected"));
      }
      exchange.sendResponseHeaders(Integer.parseInt(status), -1);
    }
  }

  /** Returns the Retry-After value for a 429: empty for seconds, or the kind of a date. */
  private static String retryAfter(String word) {
    ZonedDateTime now = ZonedDateTime.now(ZoneOffset.UTC);
    return switch (word) {
      case "429before" -> DateTimeFormatter.RFC_1123_DATE_TIME.format(now.minusHours(1));
      case "429later" -> DateTimeFormatter.RFC_1123_DATE_TIME.format(now.plusHours(1));
      default -> "0";
    };
  }

  private void silent(HttpExchange exchange) {
    try (exchange) {
      threads.awaitTermination(1, TimeUnit.MINUTES);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  /** Stores a message and returns the response to send. */
  private String noted(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    byte[] body = exchange.getRequestBody().readAllBytes();
    messages.add(
        new Message(
            path,
            exchange.getRequestHeaders().entrySet().stream()
                .collect(
                    Collectors.toMap(
                        header -> header.getKey().toLowerCase(Locale.ROOT),
                        header -> header.getValue().getFirst())),
            body));
    String[] statuses = path.split("/")[1].split("-");
    int turn = asked.computeIfAbsent(path, key -> new AtomicInteger()).getAndIncrement();
    return statuses[Math.min(turn, statuses.length - 1)];
  }

  @Override
  public void close() {
    threads.shutdownNow();
    server.stop(0);
  }
}
