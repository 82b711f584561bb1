package dev.gatehouse.cluster;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Waiting;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Caller;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.LoopbackCluster;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.bus.Peers;
import dev.gatehouse.bus.Reply;
import io.vertx.core.Completable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.core.spi.cluster.NodeInfo;
import io.vertx.core.spi.cluster.NodeListener;
import io.vertx.core.spi.cluster.RegistrationInfo;
import io.vertx.core.spi.cluster.RegistrationListener;
import io.vertx.core.spi.cluster.RegistrationUpdateEvent;
import io.vertx.test.fakecluster.FakeClusterManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A node whose cluster's maps do not answer, and whose membership omits a node that it reaches. */
@Timeout(60)
class KnownNodesTest {
  private static final Duration SILENCE = Duration.ofSeconds(1);

  private final Partitioned cluster = new Partitioned();
  private final FakeClusterManager theirs = new FakeClusterManager();
  private Vertx here;
  private Vertx there;
  private Dispatcher dispatcher;
  private Peers peers;

  /** A cluster manager whose maps and members can become unreachable. */
  private static final class Partitioned extends FakeClusterManager {
    private volatile boolean cut;
    private volatile NodeListener members;
    private volatile RegistrationListener registrations;

    @Override
    public void getRegistrations(String address, Completable<List<RegistrationInfo>> result) {
      if (!cut) {
        super.getRegistrations(address, result);
      }
    }

    @Override
    public void getNodeInfo(String node, Completable<NodeInfo> result) {
      if (!cut) {
        super.getNodeInfo(node, result);
      }
    }

    @Override
    public List<String> getNodes() {
      return cut ? List.of(getNodeId()) : super.getNodes();
    }

    @Override
    public void nodeListener(NodeListener listener) {
      members = listener;
      super.nodeListener(listener);
    }

    @Override
    public void registrationListener(RegistrationListener listener) {
      registrations = listener;
      super.registrationListener(listener);
    }

    /** Loses the other members, as Hazelcast does in a partition. */
    void lose(String node, List<String> addresses) {
      cut = true;
      registrations.registrationsLost();
      addresses.forEach(address ->
          registrations.registrationsUpdated(new RegistrationUpdateEvent(address, List.of())));
      members.nodeLeft(node);
    }
  }

  @BeforeEach
  void join() {
    here = LoopbackCluster.join(KnownNodes.of(cluster, Peers.DIRECT));
    peers = new Peers(here, cluster, SILENCE, System::nanoTime);
    dispatcher = new Dispatcher(here, Optional.of(peers), new SecureRandom());
    dispatcher.listening().await();
    there = LoopbackCluster.join(theirs);
    new Dispatcher(there, new SecureRandom());
    there
        .eventBus()
        .<JsonObject>consumer(
            addresses().getFirst(),
            message ->
                message.reply(
                    JsonObject.of("node", theirs.getNodeId(), "areas", new JsonArray().add("far"))))
        .completion()
        .await();
    there
        .eventBus()
        .<Call>consumer(addresses().getLast(), message -> message.reply(Answer.ok("far")))
        .completion()
        .await();
  }

  @AfterEach
  void leave() {
    cluster.cut = false;
    Future.join(here.close(), there.close()).await();
  }

  private List<String> addresses() {
    return Peers.DIRECT.stream().map(prefix -> prefix + theirs.getNodeId()).toList();
  }

  private Reply ask() {
    var origin = new Origin("r-1", Caller.anonymous("192.0.2.1", true), "");
    return dispatcher
        .dispatch(Call.message("far.away", origin, Duration.ofSeconds(5), null), false)
        .await();
  }

  @Test
  void callsReachableNodeThatMembershipLost() throws Exception {
    Waiting.until(this::staysReachable);
    there.close().await();
    Waiting.until(() -> ask() instanceof ApiError);
  }

  private boolean staysReachable() throws Exception {
    cluster.cut = false;
    Waiting.until(() -> ask() instanceof Answer);
    cluster.lose(theirs.getNodeId(), addresses());
    long begin = System.nanoTime();
    while (ask() instanceof Answer && System.nanoTime() - begin < 2 * SILENCE.toNanos()) {
      LockSupport.parkNanos(5_000_000);
    }
    return ask() instanceof Answer && peers.serves("far");
  }

  @Test
  void asksMapsForUnknownNodes() {
    cluster.cut = true;
    Future<Reply> unknown =
        here.eventBus().<Reply>request("gatehouse.calls.unknown", "x").map(reply -> reply.body());
    assertFalse(unknown.isComplete());
    assertTrue(peers.alive() < 2, "the other one may have been found already");
  }
}
