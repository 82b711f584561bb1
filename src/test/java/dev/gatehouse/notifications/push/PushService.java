package dev.gatehouse.notifications.push;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * A push service on loopback. An endpoint's path says what it answers: {@code /201/name}, or one
 * status after the other, {@code /429-201/name}; {@code /never/name} says nothing.
 */
public final class PushService implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Message> messages = new CopyOnWriteArrayList<>();
  private final Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();

  /** A request as it came. */
  public record Message(String path, Map<String, String> headers, byte[] body) {}

  public PushService() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::take);
    server.start();
  }

  public String endpoint(String statuses, String name) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + statuses + "/" + name;
  }

  public List<Message> messages() {
    return messages;
  }

  /** How many requests were open at once. */
  public int most() {
    return most.get();
  }

  private void take(HttpExchange exchange) throws IOException {
    most.accumulateAndGet(running.incrementAndGet(), Math::max);
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      byte[] body = exchange.getRequestBody().readAllBytes();
      messages.add(
          new Message(
              path,
              exchange.getRequestHeaders().entrySet().stream()
                  .collect(
                      Collectors.toMap(
                          header -> header.getKey().toLowerCase(java.util.Locale.ROOT),
                          header -> header.getValue().getFirst())),
              body));
      String[] statuses = path.split("/")[1].split("-");
      int turn = asked.computeIfAbsent(path, key -> new AtomicInteger()).getAndIncrement();
      String status = statuses[Math.min(turn, statuses.length - 1)];
      if (status.equals("never")) {
        threads.awaitTermination(1, java.util.concurrent.TimeUnit.MINUTES);
        return;
      }
      if (status.equals("429")) {
        exchange.getResponseHeaders().set("Retry-After", "0");
      }
      if (status.startsWith("30")) {
        exchange.getResponseHeaders().set("Location", endpoint("201", "redirected"));
      }
      exchange.sendResponseHeaders(Integer.parseInt(status), -1);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    } finally {
      running.decrementAndGet();
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
    server.stop(0);
  }
}
