package dev.gatehouse.packaged;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.RawClient;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.notifications.mail.ScriptedSmtp;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three nodes behind HAProxy, one of them with http only, as started by scripts/cluster. */
@Tag("slow")
@Timeout(600)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClusterTest {
  private static final int CLIENTS = 6;
  private static final int ENOUGH = 100;
  private static final Duration PATIENCE = Duration.ofSeconds(150);

  private static final ScriptedSmtp MAIL = new ScriptedSmtp();
  private static final SilentMarketplace MARKETPLACE = new SilentMarketplace();

  @TempDir static Path folder;
  private static ClusterScript cluster;
  private static Races races;

  @BeforeAll
  static void up() throws Exception {
    assumeTrue(ClusterScript.canRun(), "HAProxy is not installed");
    cluster =
        MARKETPLACE
            .askedBy(new ClusterScript(folder))
            .mailingTo(MAIL)
            .with("JOBS_LEASE", "8s")
            .with("HIRE_MAILS_PER_HOUR", "1000");
    cluster.up(
        "n1=http",
        "n2=all",
        "n3=http,access,media,trading,site,notifications,calendar,commerce,storefront,payments,codehost");
    races = new Races(cluster, "n2", "n3");
  }

  @AfterAll
  static void down() throws Exception {
    if (cluster != null) {
      cluster.close();
    }
  }

  /** Must run first, because jobs that have never run are due when nodes start. */
  @Test
  @Order(0)
  void runsJobOfKilledNodeOnceOnAnother() throws Exception {
    Duration moved = races.jobThatMoves(MARKETPLACE);
    System.out.printf("a killed node's job was done after %d ms%n", moved.toMillis());
    races.noJobRunsTwice();
  }

  @Test
  @Order(1)
  void forwardsRequestsToNodesHostingTheArea() {
    Client front = cluster.node(1);
    byte[] wav = Waves.wav(50_000, 1);
    front
        .request("POST", "/audio/upload")
        .key(ClusterScript.KEY)
        .file("file", "a.wav", wav)
        .expect(201);
    assertEquals(Waves.digest(wav), Waves.digest(front.get("/audio/a.wav").bytes()));
    assertEquals(Waves.digest(wav), Waves.digest(cluster.node(3).get("/audio/a.wav").bytes()));

    cluster.node(3).request("GET", "/games/blockgame/saves").key(ClusterScript.KEY).expect(200);
  }

  /** Unconnected nodes would each generate separate credentials. */
  @Test
  @Order(1)
  void sharesOwnerAndPushKeyAcrossNodes() {
    Client second = cluster.node(2);
    Client third = cluster.node(3);
    String token = second.token(ClusterScript.CODE);
    for (Client node : List.of(cluster.node(1), second, third)) {
      node.request("GET", "/deployment/info").token(token).expect(200);
    }
    String key = second.get("/api/proxy/push/key").json().getString("publicKey");
    assertEquals(key, third.get("/api/proxy/push/key").json().getString("publicKey"));
  }

  @Test
  @Order(1)
  void booksSlotForOneOfConcurrentClients() throws Exception {
    races.slots();
  }

  @Test
  @Order(1)
  void acceptsDailyCodeOnce() throws Exception {
    races.dailyCodes();
  }

  @Test
  @Order(1)
  void reservesNoMoreThanAvailableStock() throws Exception {
    races.stock();
  }

  @Test
  @Order(1)
  void bansOnceAfterTenWrongCodesOnThreeNodes() throws Exception {
    Duration known = races.bans(List.of("n1", "n2", "n3"));
    System.out.printf("every node knew of a ban after %d ms%n", known.toMillis());
  }

  @Test
  @Order(2)
  void sendsEachEmailOnceEvenAfterNodeDies() throws Exception {
    List<String> letters = new ArrayList<>(races.letters());
    races.noJobRunsTwice();
    Waiting.until(
        PATIENCE, () -> letters.stream().allMatch(words -> Races.mailed(MAIL, words) == 1));
    letters.add("letter-that-moves.");
    Duration moved = races.letterThatMoves(MAIL, letters.getLast());
    System.out.printf("a killed node's letter has left after %d ms%n", moved.toMillis());
    letters.forEach(words -> assertEquals(1, Races.mailed(MAIL, words), words));
  }

  /** Shares of failures and the longest wait are measured by {@code scripts/chaos}. */
  @Test
  @Order(3)
  void losesNothingAcknowledgedWhenNodeIsKilled() throws Exception {
    var load = clients("kill");
    try (load) {
      Waiting.until(PATIENCE, () -> load.answered() > ENOUGH);
      var uploads = new HalfUploads(cluster);
      uploads.begin("n2");
      cluster.run("kill", "n2");
      uploads.goOn();
      System.out.println("killed in the middle of uploads: " + uploads.end());
      assertTrue(uploads.interrupted() > 0, "no upload was the killed node's");
      int before = load.answered();
      Waiting.until(PATIENCE, () -> load.answered() > before + ENOUGH);
      cluster.run("start", "n2");
      Waiting.until(PATIENCE, () -> cluster.isReady("n2"));
    }
    show("kill -9", load);
    assertEquals(Set.of(), load.lost());
  }

  @Test
  @Order(3)
  void servesOthersWhenClientsDisconnect() throws Exception {
    var crowd = new Crowd(cluster);
    var load = clients("crowd");
    try (load) {
      crowd.visit();
    }
    show(Crowd.CLIENTS + " that leave", load);
    assertEquals(Map.of(), load.kinds());
    assertEquals(Set.of(), load.lost());
    crowd.isForgotten(List.of("n1", "n2", "n3"));
  }

  @Test
  @Order(3)
  void losesNoUploadWhenNodeFreezes() throws Exception {
    var uploads = new HalfUploads(cluster);
    uploads.begin("n2");
    cluster.signal("n2", "STOP");
    try {
      uploads.goOn();
      System.out.println("frozen in the middle of uploads: " + uploads.end());
    } finally {
      cluster.signal("n2", "CONT");
    }
    assertTrue(uploads.interrupted() > 0, "no upload was the frozen node's");
    Waiting.until(PATIENCE, () -> cluster.isReady("n2"));
  }

  /** A partitioned node that replied would fail all requests, and immediately. */
  @Test
  @Order(3)
  void reportsNotReadyWhenPartitioned() throws Exception {
    List<String> others = List.of("n2", "n3");
    for (String other : others) {
      cluster.signal(other, "STOP");
    }
    try {
      Waiting.until(PATIENCE, () -> ready("n1", "?draining=404").status() == 404);
      String reported = ready("n1", "").text();
      assertTrue(
          reported.contains("disconnected from the other nodes, without access to access, "),
          reported);
    } finally {
      for (String other : others) {
        cluster.signal(other, "CONT");
      }
    }
    Waiting.until(PATIENCE, () -> ready("n1", "").status() == 200);
    Waiting.until(PATIENCE, () -> cluster.isReady("n2"));
    Waiting.until(PATIENCE, () -> cluster.isReady("n3"));
  }

  /** Returns the readiness that a load balancer gets. */
  private static RawClient.Reply ready(String node, String query) throws IOException {
    try (var raw = new RawClient("http://127.0.0.1:" + (cluster.httpPort(node) + 1))) {
      return raw.ask("GET /readyz" + query);
    }
  }

  /** A request is in flight half of the time; more would only take the time of the nodes. */
  private static LedgerClient clients(String source) {
    return new LedgerClient(cluster.address(), ClusterScript.KEY, source)
        .pausing(Duration.ofMillis(50))
        .begin(CLIENTS);
  }

  private static void show(String what, LedgerClient load) {
    System.out.printf(
        "%s: %d sent, %d answered, failed %s, longest %d ms%n",
        what, load.sent(), load.answered(), load.kinds(), load.longestMillis());
  }

  @Test
  @Order(4)
  void losesNoRequestOrNotificationDuringRollingRestart(@TempDir Path project) throws Exception {
    var balancer = new Client(cluster.address());
    try (var consumer = new OwnConsumer(project, cluster, folder)) {
      for (int n = 1; n <= 3; n++) {
        consumer.awaitFirst(cluster.node(n));
      }
      var load = clients("roll");
      try (load) {
        Waiting.until(PATIENCE, () -> load.answered() > ENOUGH);
        var roll = new FutureTask<>(() -> cluster.run("roll"));
        Thread.startVirtualThread(roll);
        while (!roll.isDone()) {
          consumer.sendNext(balancer);
          Thread.sleep(250);
        }
        roll.get();
      }
      show("rolling restart", load);
      assertEquals(Map.of(), load.kinds());
      assertEquals(Set.of(), load.lost());
      consumer.heardEachOnce();
    }
  }

  /** Nodes have crashed, left and joined, and the hour has not ended. */
  @Test
  @Order(5)
  void doesNotRepeatCompletedJob() {
    assertEquals(SilentMarketplace.ofOneRun(), MARKETPLACE.answered());
  }
}
