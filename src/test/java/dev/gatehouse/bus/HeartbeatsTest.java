package dev.gatehouse.bus;

import module java.base;

import dev.gatehouse.Waiting;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import io.vertx.junit5.VertxTestContext;
import io.vertx.test.fakecluster.FakeClusterManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Heartbeats between a node and another one with a lower id, which sends the requests of both. In
 * most tests the lower one is a script.
 */
@Tag("slow")
@ExtendWith(VertxExtension.class)
@Timeout(30)
class HeartbeatsTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(2);
  private static final String ADDRESS = "gatehouse.hosting.";
  private static final String AREA = "far";
  private static final long REQUESTS_MILLIS = 250;

  /** A confirmed announcement counts for a third of the timeout, and checks are 0.5 s apart. */
  private static final long UNREACHABLE_MILLIS = TIMEOUT.toMillis() * 4 / 3 + 1_500;

  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicLong latest = new AtomicLong();
  private Joined lower;
  private Joined higher;
  private Peers peers;

  /** A clustered event bus. */
  private record Joined(FakeClusterManager cluster, Vertx vertx, String id) {
    static Joined join() {
      var cluster = new FakeClusterManager();
      Vertx vertx = LoopbackCluster.join(cluster);
      return new Joined(cluster, vertx, cluster.getNodeId());
    }

    Peers peers() {
      WireCodec.register(vertx.eventBus());
      return new Peers(vertx, cluster, TIMEOUT, System::nanoTime);
    }

    /** Counts the heartbeat requests that arrive. */
    AtomicInteger countRequests() {
      var count = new AtomicInteger();
      vertx
          .eventBus()
          .addInboundInterceptor(delivery -> {
            if (delivery.message().address().equals(ADDRESS + id())) {
              count.incrementAndGet();
            }
            delivery.next();
          });
      return count;
    }
  }

  /** What a request of the scripted node confirms. */
  private interface Confirmation {
    void add(JsonObject data);
  }

  @BeforeEach
  void join() {
    List<Joined> both = List.of(Joined.join(), Joined.join());
    lower = both.stream().min(Comparator.comparing(Joined::id)).orElseThrow();
    higher = both.stream().max(Comparator.comparing(Joined::id)).orElseThrow();
    peers = higher.peers();
  }

  @AfterEach
  void leave(VertxTestContext context) {
    Future.join(lower.vertx().close(), higher.vertx().close())
        .onComplete(context.succeedingThenComplete());
  }

  /** Starts the scripted node. Returns the timer of its requests. */
  private long script(boolean replies, Confirmation confirmation) {
    lower
        .vertx()
        .eventBus()
        .<JsonObject>consumer(
            ADDRESS + lower.id(),
            message -> {
              requests.incrementAndGet();
              learn(message);
              if (replies) {
                message.reply(announcement(data -> {}));
              }
            })
        .completion()
        .await();
    peers.begin(Set::of).await();
    return lower.vertx().setPeriodic(REQUESTS_MILLIS, tick -> request(confirmation));
  }

  private void request(Confirmation confirmation) {
    lower
        .vertx()
        .eventBus()
        .<JsonObject>request(ADDRESS + higher.id(), announcement(confirmation))
        .onSuccess(this::learn);
  }

  private void learn(Message<JsonObject> message) {
    latest.set(message.body().getLong("number"));
  }

  private JsonObject announcement(Confirmation confirmation) {
    var data =
        JsonObject.of(
            "node", lower.id(), "areas", new JsonArray().add(AREA), "number", System.nanoTime());
    confirmation.add(data);
    return data;
  }

  @Test
  void onlyNodeWithLowerIdSendsRequests() throws Exception {
    AtomicInteger toHigher = higher.countRequests();
    AtomicInteger toLower = lower.countRequests();
    Peers other = lower.peers();
    Future.all(peers.begin(() -> Set.of(AREA)), other.begin(Set::of)).await();
    Waiting.until(() -> other.serves(AREA) && toHigher.get() > 2);
    // A pause of the machine may need a request. Without one, each exchange is proof for both.
    Waiting.until(() -> {
      int before = toLower.get();
      int begin = toHigher.get();
      Thread.sleep(TIMEOUT.toMillis() * 3 / 2);
      boolean alive = peers.alive() == 1 && other.alive() == 1;
      return alive && before == toLower.get() && toHigher.get() - begin >= 3;
    });
  }

  /** The replies of this node arrive, because the other node confirms the last one. */
  @Test
  void confirmedRepliesProveReachability() throws Exception {
    script(false, data -> data.put("received", latest.get()));
    Waiting.until(() -> peers.serves(AREA) && latest.get() > 0);
    Thread.sleep(2 * REQUESTS_MILLIS);
    Waiting.until(() -> {
      int before = requests.get();
      Thread.sleep(UNREACHABLE_MILLIS);
      return peers.serves(AREA) && before == requests.get();
    });
  }

  /** Messages of this node stop to arrive at the other node, whose requests still arrive here. */
  @Test
  void repeatedConfirmationProvesNothing() throws Exception {
    var cut = new AtomicLong();
    script(false, data -> data.put("received", cut.get() > 0 ? cut.get() : latest.get()));
    Waiting.until(() -> peers.serves(AREA) && latest.get() > 0);
    Thread.sleep(2 * REQUESTS_MILLIS);
    int before = requests.get();
    cut.set(latest.get());
    Waiting.until(() -> peers.misses(AREA) && requests.get() > before);
    cut.set(0);
    Waiting.until(() -> peers.serves(AREA));
  }

  /** A node of an earlier release sends requests, but confirms nothing. */
  @Test
  void asksNodeThatConfirmsNothing() throws Exception {
    script(true, data -> {});
    Waiting.until(() -> peers.serves(AREA));
    int before = requests.get();
    Thread.sleep(TIMEOUT.toMillis());
    Waiting.until(() -> requests.get() - before >= 2 && peers.serves(AREA));
  }

  /** The other node may have lost this one from its list of members, but still replies. */
  @Test
  void asksNodeThatStopsSendingRequests() throws Exception {
    long requesting = script(true, data -> data.put("received", latest.get()));
    Waiting.until(() -> peers.serves(AREA) && latest.get() > 0);
    lower.vertx().cancelTimer(requesting);
    int before = requests.get();
    Waiting.until(() -> requests.get() - before >= 3 && peers.serves(AREA));
  }
}
