package dev.gatehouse.bus;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Waiting;
import dev.gatehouse.area.StoreFailures;
import dev.gatehouse.bus.TestBus.OneOperation;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.spi.cluster.ClusterManager;
import io.vertx.junit5.VertxExtension;
import io.vertx.junit5.VertxTestContext;
import io.vertx.test.fakecluster.FakeClusterManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Calls, answers and events from one node to another, over a socket. */
@ExtendWith(VertxExtension.class)
@Timeout(30)
class TwoBusesTest {
  private Vertx near;
  private Vertx far;
  private Dispatcher dispatcher;
  private Dispatcher farDispatcher;

  @BeforeEach
  void join() {
    var nearCluster = new FakeClusterManager();
    var farCluster = new FakeClusterManager();
    near = LoopbackCluster.join(nearCluster);
    far = LoopbackCluster.join(farCluster);
    dispatcher = dispatcher(near, nearCluster);
    farDispatcher = dispatcher(far, farCluster);
    Future.all(dispatcher.listening(), farDispatcher.listening()).await();
  }

  private static Dispatcher dispatcher(Vertx vertx, ClusterManager cluster) {
    var peers = new Peers(vertx, cluster, TestBus.MINUTE, System::nanoTime);
    return new Dispatcher(vertx, Optional.of(peers), new SecureRandom());
  }

  @AfterEach
  void leave(VertxTestContext context) {
    Future.join(near.close(), far.close()).onComplete(context.succeedingThenComplete());
  }

  private void host(int concurrency, Area area) {
    far.deployVerticle(
            new AreaVerticle(
                area, farDispatcher, TestBus.patient(concurrency), StoreFailures::answer))
        .await();
    farDispatcher.announce().await();
  }

  private void host(Area.Handler handler) {
    host(1, new OneOperation("far.away", handler, () -> {}));
  }

  private static Call call(Duration patience, Object body) {
    var origin = new Origin("r-1", Caller.anonymous("192.0.2.1", true), "");
    return Call.message("far.away", origin, patience, body);
  }

  private Reply ask(Object body) {
    return dispatcher.dispatch(call(TestBus.MINUTE, body)).await();
  }

  @Test
  void preservesValueTypes() {
    host(call -> {
      assertTrue(Thread.currentThread().isVirtual());
      Map<?, ?> body = (Map<?, ?>) call.body();
      return Answer.ok(body.values().stream().map(v -> v.getClass().getSimpleName()).toList());
    });
    Map<String, Object> body = new java.util.LinkedHashMap<>(Map.of("a", 1L));
    body.put("b", Instant.EPOCH);
    body.put("c", new BigDecimal("0.10"));
    Answer answer = assertInstanceOf(Answer.class, ask(body));
    assertEquals("[\"Long\",\"Instant\",\"BigDecimal\"]", answer.json().toString());
  }

  /** Like on the calling node: a virtual thread would be most of such a call's cost. */
  @Test
  void answersFromMemoryWithoutVirtualThread() {
    farDispatcher.answersFromMemory(Set.of("far.away"));
    host(Area.fromMemory(call -> Answer.ok(Thread.currentThread().isVirtual())));
    assertEquals("false", assertInstanceOf(Answer.class, ask(null)).json().toString());
    Reply late = dispatcher.dispatch(call(Duration.ofNanos(1), null)).await();
    assertEquals(504, assertInstanceOf(ApiError.class, late).status());
  }

  @Test
  void usesVirtualThreadWithoutInlineAnswer() {
    farDispatcher.answersFromMemory(Set.of("far.away"));
    host(
        new Area.Handler() {
          @Override
          public Answer handle(Call call) {
            return Answer.ok(Thread.currentThread().isVirtual());
          }

          @Override
          public Optional<Area.Handler> inline() {
            return Optional.of(call -> null);
          }
        });
    assertEquals("true", assertInstanceOf(Answer.class, ask(null)).json().toString());
  }

  @Test
  void sendsRemainingTimeToOtherNode() {
    host(call -> Answer.ok(call.deadline().remaining().toMillis()));
    Answer answer = assertInstanceOf(Answer.class, ask(null));
    long left = Long.parseLong(answer.json().toString());
    assertTrue(left > 30_000 && left <= TestBus.MINUTE.toMillis(), "left: " + left);
  }

  /** The deadline starts when the call arrives, not when its turn comes. */
  @Test
  void dropsCallThatExpiredInQueue() throws Exception {
    var begun = new CountDownLatch(1);
    var gate = new CountDownLatch(1);
    var handled = new java.util.concurrent.atomic.AtomicInteger();
    host(call -> {
      handled.incrementAndGet();
      begun.countDown();
      gate.await();
      return Answer.ok(1);
    });
    Future<Reply> first = dispatcher.dispatch(call(TestBus.MINUTE, null));
    begun.await();
    var arrivals = new LinkedBlockingQueue<Long>();
    far.eventBus()
        .addInboundInterceptor(delivery -> {
          delivery.next();
          if (delivery.message().body() instanceof Call) {
            arrivals.add(System.nanoTime());
          }
        });
    Duration little = Duration.ofSeconds(3);
    Reply late = dispatcher.dispatch(call(little, null)).await();
    assertEquals(504, assertInstanceOf(ApiError.class, late).status());
    // The deadline has passed here. On the other node it started slightly later.
    long arrived = arrivals.take();
    Waiting.until(() -> System.nanoTime() - arrived > little.toNanos());
    gate.countDown();
    assertInstanceOf(Answer.class, first.await());
    assertInstanceOf(Answer.class, ask(null));
    assertEquals(2, handled.get());
  }

  @Test
  void failsOnlyCallsThatCannotBeEncoded() {
    host(call -> Answer.ok(1));
    List<Future<Reply>> replies =
        List.of(
            dispatcher.dispatch(call(TestBus.MINUTE, "a")),
            dispatcher.dispatch(call(TestBus.MINUTE, new Object())),
            dispatcher.dispatch(call(TestBus.MINUTE, "x".repeat(WireCodec.MAX_BYTES))),
            dispatcher.dispatch(call(TestBus.MINUTE, Double.NaN)),
            dispatcher.dispatch(call(TestBus.MINUTE, "b")));
    List<Integer> statuses =
        replies.stream()
            .map(reply ->
                switch (reply.await()) {
                  case Answer answer -> answer.status();
                  case ApiError failure -> failure.status();
                })
            .toList();
    assertEquals(List.of(200, 500, 500, 500, 200), statuses);
  }

  @Test
  void returns500ForOversizedAnswer() {
    host(call -> new Answer(200, Map.of(), Buffer.buffer(new byte[WireCodec.MAX_BYTES - 5]), null));
    assertEquals(500, assertInstanceOf(ApiError.class, ask(null)).status());
  }

  @Test
  void keepsLocalMessagesOnTheirNode() {
    Area disk =
        Area.of(
            "test",
            List.of(),
            Message.Handlers.of()
                .on(
                    Message.local("far.away", String.class, String.class),
                    (call, file) -> "read " + file));
    host(1, disk);
    assertEquals(503, assertInstanceOf(ApiError.class, ask("/etc/hostname")).status());
    Reply here = farDispatcher.dispatch(call(TestBus.MINUTE, "/etc/hostname")).await();
    assertInstanceOf(Answer.class, here);
  }

  @Test
  void deliversUnencodableEventLocallyOnly() throws InterruptedException {
    var here = new java.util.concurrent.LinkedBlockingQueue<Event>();
    var there = new SynchronousQueue<Event>();
    dispatcher.listen("test.happened", here::add);
    farDispatcher.listen(
        "test.happened", event -> Thread.ofVirtual().start(() -> put(there, event)));
    Event odd = new Event("test.happened", Map.of("a", new Object()));
    Event plain = new Event("test.happened", Map.of("a", 5));
    dispatcher.publish(odd);
    dispatcher.publish(plain);
    assertEquals(List.of(odd, plain), List.of(here.take(), here.take()));
    assertEquals(plain, there.take());
  }

  private static void put(SynchronousQueue<Event> queue, Event event) {
    try {
      queue.put(event);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
