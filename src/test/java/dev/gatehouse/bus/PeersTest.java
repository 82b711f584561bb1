package dev.gatehouse.bus;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Waiting;
import dev.gatehouse.area.StoreFailures;
import dev.gatehouse.bus.TestBus.OneOperation;
import dev.gatehouse.contract.ErrorCode;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import io.vertx.junit5.VertxTestContext;
import io.vertx.test.fakecluster.FakeClusterManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The choice of the node for a call, and the caller's error when that node is lost. */
@Tag("slow")
@ExtendWith(VertxExtension.class)
@Timeout(30)
class PeersTest {
  private static final String OPERATION = "far.away";
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final long AT_ONCE_MILLIS = 30_000;
  private static final long PAUSE_MILLIS = 1_000;

  private final List<Member> members = new ArrayList<>();
  private final CountDownLatch never = new CountDownLatch(1);
  private Duration silence = Duration.ofSeconds(9);

  /** A node that consists only of its bus. */
  private final class Member {
    final FakeClusterManager cluster = new FakeClusterManager();
    final Vertx vertx = LoopbackCluster.join(cluster);
    final Peers peers = new Peers(vertx, cluster, silence, System::nanoTime);
    final Dispatcher dispatcher = new Dispatcher(vertx, Optional.of(peers), new SecureRandom());
    String deployment = "";

    Member() {
      dispatcher.listening().await();
      members.add(this);
    }

    Member hosting(Area.Handler handler) {
      var area = new OneOperation(OPERATION, handler, () -> {});
      deployment =
          vertx
              .deployVerticle(
                  new AreaVerticle(area, dispatcher, AreaLimits.of(8), StoreFailures::answer))
              .await();
      dispatcher.announce().await();
      return this;
    }

    /** Returns a member that answers as long as a test needs it. */
    Member answering(String word) {
      return hosting(call -> Answer.ok(word));
    }

    Member hanging(CountDownLatch begun) {
      return hosting(call -> {
        begun.countDown();
        never.await();
        return Answer.ok("late");
      });
    }

    /** Leaves like a killed process. */
    void die() {
      Promise<Void> left = Promise.promise();
      cluster.leave(left);
      left.future().await();
    }

    Reply ask(boolean repeatable) {
      return send(repeatable).await();
    }

    Future<Reply> send(boolean repeatable) {
      var origin = new Origin("r-1", Caller.anonymous("192.0.2.1", true), "");
      return dispatcher.dispatch(Call.message(OPERATION, origin, MINUTE, null), repeatable);
    }
  }

  @AfterEach
  void leave(VertxTestContext context) {
    never.countDown();
    Future.join(members.stream().map(member -> member.vertx.close()).toList())
        .onComplete(context.succeedingThenComplete());
  }

  private static String word(Reply reply) {
    return assertInstanceOf(Answer.class, reply, reply::toString).body(String.class);
  }

  @Test
  void answersCallsOfHostedAreasLocally() {
    Member here = new Member();
    new Member().answering("there");
    here.answering("here");
    for (int i = 0; i < 10; i++) {
      assertEquals("here", word(here.ask(false)));
    }
  }

  @Test
  void distributesCallsRoundRobin() {
    Member here = new Member();
    new Member().answering("one");
    new Member().answering("two");
    List<String> words = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      words.add(word(here.ask(false)));
    }
    assertEquals(Set.of("one", "two"), Set.copyOf(words));
    assertEquals(5, words.stream().filter("one"::equals).count());
  }

  @Test
  void callsNodeWithoutStoreOnlyAsLastChoice() throws Exception {
    Member here = new Member();
    var cut = new AtomicBoolean();
    Member one = new Member().answering("one");
    one.dispatcher.impairedWhile(cut::get);
    Member two = new Member().answering("two");
    Waiting.until(() -> word(here.ask(false)).equals("one"));
    cut.set(true);
    Waiting.until(() -> word(here.ask(false)).equals("two") && word(here.ask(false)).equals("two"));
    for (int i = 0; i < 6; i++) {
      assertEquals("two", word(here.ask(false)));
    }
    two.dispatcher.announceShutdown().await();
    assertEquals("one", word(here.ask(false)));
  }

  /** A node may have lost the store before the other nodes have noticed. */
  @Test
  void sendsReadOnFromNodeWithoutStore() {
    Member here = new Member();
    for (int i = 0; i < 2; i++) {
      new Member()
          .hosting(call -> {
            throw ApiError.busy(ErrorCode.STORE_UNAVAILABLE, "the store is away", 1).exception();
          });
    }
    assertEquals(503, assertInstanceOf(ApiError.class, here.ask(true)).status());
    new Member().answering("well");
    for (int i = 0; i < 6; i++) {
      assertEquals("well", word(here.ask(true)));
    }
    List<Reply> writes = List.of(here.ask(false), here.ask(false), here.ask(false));
    assertEquals(2, writes.stream().filter(ApiError.class::isInstance).count());
  }

  @Test
  void returns503ForUnhostedArea() {
    Member here = new Member();
    new Member();
    ApiError failure = assertInstanceOf(ApiError.class, here.ask(true));
    assertEquals(503, failure.status());
    assertEquals("5", failure.headers().get("Retry-After"));
  }

  /** The call had no effect, so even a change may be sent to the next node. */
  @Test
  void forwardsCallFromNodeThatStoppedHosting() {
    Member here = new Member();
    Member one = new Member().answering("one");
    new Member().answering("two");
    one.vertx.undeploy(one.deployment).await();
    for (int i = 0; i < 6; i++) {
      assertEquals("two", word(here.ask(false)));
    }
  }

  @Test
  void sendsNoCallsToLeavingNode() {
    Member here = new Member();
    Member one = new Member().answering("one");
    one.dispatcher.announceShutdown().await();
    assertEquals(503, assertInstanceOf(ApiError.class, here.ask(true)).status());
    assertEquals("one", word(one.ask(false)));
  }

  /**
   * A busy node may send its call after it received the announcement that the other node leaves.
   */
  @Test
  void waitsForInFlightCallsBeforeLeaving() {
    Member here = new Member();
    Member one = new Member().answering("one");
    long begin = System.nanoTime();
    one.dispatcher.announceShutdown().await();
    assertTrue(millisSince(begin) >= silence.toMillis() / 3, "the others have asked by then");
    assertEquals(503, assertInstanceOf(ApiError.class, here.ask(true)).status());
  }

  @Test
  void retriesReadWhenNodeDies() throws Exception {
    Member here = new Member();
    var begun = new CountDownLatch(1);
    Member dying = new Member().hanging(begun);
    Future<Reply> reply = here.send(true);
    begun.await();
    new Member().answering("another");
    long begin = System.nanoTime();
    dying.die();
    assertEquals("another", word(reply.await()));
    assertTrue(millisSince(begin) < AT_ONCE_MILLIS);
  }

  @Test
  void reportsUnknownOutcomeWhenNodeDies() throws Exception {
    Member here = new Member();
    var begun = new CountDownLatch(1);
    Member dying = new Member().hanging(begun);
    Future<Reply> reply = here.send(false);
    begun.await();
    new Member().answering("another");
    long begin = System.nanoTime();
    dying.die();
    ApiError failure = assertInstanceOf(ApiError.class, reply.await());
    assertTrue(failure.unsettled());
    assertEquals(504, failure.status());
    assertTrue(millisSince(begin) < AT_ONCE_MILLIS);
    assertEquals("another", word(here.ask(false)));
  }

  /**
   * A frozen process keeps its connections and its cluster membership. If a network passes messages
   * in one direction only, a node's announcements arrive although it cannot be called.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void skipsSilentNodeUntilItResponds(boolean isHeard) throws Exception {
    silence = Duration.ofSeconds(3);
    Member here = new Member();
    var silent = new FakeClusterManager();
    Vertx vertx = LoopbackCluster.join(silent);
    try {
      WireCodec.register(vertx.eventBus());
      var speaks = new AtomicBoolean(true);
      var last = new AtomicBoolean();
      Map<String, Object> replies =
          Map.of("hosting", hosting(silent.getNodeId()), "calls", Answer.ok("awake"));
      replies.forEach((kind, reply) ->
          vertx
              .eventBus()
              .consumer(
                  "gatehouse." + kind + "." + silent.getNodeId(),
                  message -> {
                    speaks.compareAndSet(kind.equals("calls") && last.getAndSet(false), false);
                    if (speaks.get()) {
                      message.reply(reply);
                    }
                  })
              .completion()
              .await());
      Waiting.until(() -> here.ask(false) instanceof Answer);
      last.set(true);
      if (isHeard) {
        vertx.setPeriodic(
            100,
            tick ->
                vertx
                    .eventBus()
                    .send(
                        "gatehouse.hosting." + here.cluster.getNodeId(),
                        hosting(silent.getNodeId())));
      }
      long begin = System.nanoTime();
      ApiError failure = assertInstanceOf(ApiError.class, here.ask(false));
      assertEquals(504, failure.status());
      assertTrue(failure.unsettled());
      assertTrue(millisSince(begin) < AT_ONCE_MILLIS);
      long next = System.nanoTime();
      assertEquals(503, assertInstanceOf(ApiError.class, here.ask(false)).status());
      assertTrue(millisSince(next) >= PAUSE_MILLIS, "a refusal at once attracts more requests");
      speaks.set(true);
      Waiting.until(() -> here.ask(false) instanceof Answer);
    } finally {
      vertx.close().await();
    }
  }

  private static JsonObject hosting(String id) {
    return JsonObject.of("node", id, "areas", new JsonArray().add("far"));
  }

  private static long millisSince(long begin) {
    return Duration.ofNanos(System.nanoTime() - begin).toMillis();
  }
}
