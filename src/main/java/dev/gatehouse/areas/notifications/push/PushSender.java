package dev.gatehouse.areas.notifications.push;

import module java.base;

import dev.gatehouse.areas.notifications.push.PushClient.Reply;
import dev.gatehouse.areas.notifications.push.PushTargets.RefusedException;
import dev.gatehouse.areas.notifications.push.PushTargets.Target;
import dev.gatehouse.areas.notifications.push.Subscriptions.Subscription;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.bus.Json;
import dev.gatehouse.outbox.DeliveryException;
import dev.gatehouse.store.DocumentStoreException;
import dev.gatehouse.time.Extremes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Delivers a message to all subscribers, with limited concurrency and a total time limit. */
public final class PushSender {
  private static final Logger LOG = LoggerFactory.getLogger(PushSender.class);
  private static final Duration LOOKUP = Duration.ofSeconds(3);
  private static final Duration PAUSE = Duration.ofMillis(300);

  private final Subscriptions subscriptions;
  private final PushTargets targets;
  private final PushClient client;
  private final Semaphore turns;
  private final Duration budget;

  /**
   * Result of a delivery.
   *
   * @param sent whether at least one subscriber received it
   * @param count number of subscribers that received it
   * @param error first error; null if there was none
   */
  public record Result(boolean sent, int count, String error) {}

  /**
   * @param parallel maximum concurrent deliveries of all messages together
   * @param budget time limit for all deliveries of a message
   */
  public PushSender(
      Subscriptions subscriptions,
      PushTargets targets,
      PushClient client,
      int parallel,
      Duration budget) {
    this.subscriptions = subscriptions;
    this.targets = targets;
    this.client = client;
    this.turns = new Semaphore(parallel, true);
    this.budget = budget;
  }

  /** Returns the time limit for all deliveries of a message. */
  public Duration budget() {
    return budget;
  }

  /**
   * Delivers to all subscribers, for the outbox. Blocks.
   *
   * @throws DeliveryException if an error occurred and no subscriber received it
   */
  public void deliver(PushPayload payload) throws DeliveryException {
    Result result = send(payload);
    if (!result.sent() && result.error() != null) {
      throw new DeliveryException(DeliveryException.Outcome.FAILED, result.error(), null);
    }
  }

  /** Delivers to all subscribers. Blocks. */
  public Result send(PushPayload payload) {
    try {
      return send(payload, subscriptions.all());
    } catch (DocumentStoreException e) {
      return new Result(false, 0, "the subscriptions cannot be read at the moment");
    }
  }

  private Result send(PushPayload payload, List<Subscription> all) {
    Deadline end = Deadline.in(budget);
    var delivered = new AtomicInteger();
    var error = new AtomicReference<String>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Subscription subscription : all) {
        if (!turns.tryAcquire(end.remaining().toNanos(), TimeUnit.NANOSECONDS)) {
          error.compareAndSet(null, "the deliveries took too long");
          break;
        }
        threads.execute(() -> {
          try {
            String problem = deliver(subscription, payload, end);
            if (problem == null) {
              delivered.incrementAndGet();
            } else if (!problem.isEmpty()) {
              error.compareAndSet(null, problem);
            }
          } finally {
            turns.release();
          }
        });
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      error.compareAndSet(null, "the node is stopping");
    }
    return new Result(delivered.get() > 0, delivered.get(), error.get());
  }

  /** Returns null if it was delivered, empty if the subscriber no longer exists, else the error. */
  private String deliver(Subscription subscription, PushPayload payload, Deadline end) {
    try {
      Target target = targets.check(subscription.endpoint(), Extremes.min(LOOKUP, end.remaining()));
      Reply reply = client.post(target, subscription, payload.json(PushPayload.MAX_BYTES), end);
      if (mayTryAgain(reply, end)) {
        int max = reply.status() == 413 ? PushPayload.SHORT : PushPayload.MAX_BYTES;
        Thread.sleep(pause(reply));
        reply = client.post(target, subscription, payload.json(max), end);
      }
      return classify(subscription, target, reply);
    } catch (RefusedException e) {
      return e.getMessage();
    } catch (ApiException e) {
      LOG.warn("a push message could not be delivered: {}", e.failure().detail());
      return hostOf(subscription) + unanswered(e.failure().status());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "the node is stopping";
    } catch (RuntimeException e) {
      LOG.warn("a push message could not be delivered: {}", e.toString());
      return "a push message could not be delivered";
    }
  }

  private static boolean mayTryAgain(Reply reply, Deadline end) {
    boolean transientFault =
        reply.status() == 413 || reply.status() == 429 || reply.status() >= 500;
    return transientFault && end.remaining().compareTo(pause(reply)) > 0;
  }

  private static Duration pause(Reply reply) {
    if (reply.status() == 413) {
      return Duration.ZERO;
    }
    return reply.retryAfter().orElse(PAUSE);
  }

  private String classify(Subscription subscription, Target target, Reply reply) {
    String host = target.uri().getHost();
    return switch (reply.status()) {
      case 200, 201, 202, 204 -> null;
      case 404, 410 -> {
        subscriptions.drop(subscription);
        yield "";
      }
      default -> host + " answered " + reply.status();
    };
  }

  private static String unanswered(int status) {
    return switch (status) {
      case 503 -> " is paused";
      case 504 -> " did not answer in time";
      default -> " cannot be reached";
    };
  }

  private static String hostOf(Subscription subscription) {
    return URI.create(subscription.endpoint()).getHost();
  }

  /**
   * The message to a service worker: {@code {id, title, body, truncated}}. A push service accepts
   * 4,096 bytes in total. Longer messages are truncated between characters.
   *
   * @param id of the notification; empty in a test
   */
  public record PushPayload(String id, String title, String body) {
    /** 4,096 minus the header of 86 bytes, the tag of 16 and the delimiter. */
    static final int MAX_BYTES = 3_993;

    /** Limit for push services that accept less. */
    static final int SHORT = 2_000;

    /** Returns the JSON, truncated to a maximum number of bytes. */
    byte[] json(int max) {
      byte[] whole = json(body, false);
      int keep = body.length();
      while (whole.length > max && keep > 0) {
        keep = Math.max(0, keep - Math.max(1, (whole.length - max) / 6));
        if (keep > 0 && Character.isHighSurrogate(body.charAt(keep - 1))) {
          keep--;
        }
        whole = json(body.substring(0, keep), true);
      }
      return whole;
    }

    private byte[] json(String text, boolean truncated) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("id", id);
      fields.put("title", title);
      fields.put("body", text);
      fields.put("truncated", truncated);
      return Json.encode(fields).getBytes();
    }
  }
}
