package dev.gatehouse.areas.notifications;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Concurrently;
import dev.gatehouse.DocumentServer;
import dev.gatehouse.TestClock;
import dev.gatehouse.TestDocuments;
import dev.gatehouse.TestServices;
import dev.gatehouse.TestSettings;
import dev.gatehouse.Unchecked;
import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.area.StoreFailures;
import dev.gatehouse.areas.notifications.mail.Await;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.AreaLimits;
import dev.gatehouse.bus.AreaVerticle;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.messages.AccessMessages;
import dev.gatehouse.outbox.Delivery;
import dev.gatehouse.outbox.DeliveryException;
import dev.gatehouse.outbox.Outbox;
import dev.gatehouse.outbox.OutboxEntry;
import dev.gatehouse.outbox.OutboxEntry.State;
import dev.gatehouse.outbox.OutboxRequest;
import dev.gatehouse.outbox.OutboxWorker;
import dev.gatehouse.store.Documents;
import dev.gatehouse.tracing.Tracer;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes' notifications over one store, running concurrently. */
@Tag("slow")
class TwoNodesTest {
  private static final int FORMS = 30;

  @TempDir Path folder;
  private final TestClock clock = new TestClock();
  private DocumentServer store;
  private List<Node> nodes;

  /** A stub of another area. */
  private record Access() implements Area {
    @Override
    public String name() {
      return "access";
    }

    @Override
    public Map<String, Handler> operations() {
      Map<String, String> code = Map.of("code", "the-code", "date", "2027-03-12");
      return Map.of("access.currentCode", call -> Answer.ok(code));
    }
  }

  /** The components of one node. */
  private final class Node {
    private final Vertx vertx = Vertx.vertx();
    private final Dispatcher dispatcher;
    private final AreaModule notifications;
    private final Documents documents;
    private final Outbox outbox;

    Node() throws IOException {
      Map<String, String> environment =
          Map.of(
              "GATEHOUSE_DATA_DIR", folder.toString(),
              "GATEHOUSE_OWNER_EMAIL", "me@x.example",
              "GATEHOUSE_HIRE_MAILS_PER_HOUR", "100",
              "GATEHOUSE_CHANNELS_WEBHOOK_URL", "http://127.0.0.1:1/hook");
      documents = TestDocuments.at(vertx, store.url());
      NodeServices services =
          TestServices.over(vertx, TestSettings.of(environment), documents, clock, folder);
      outbox = services.outbox();
      dispatcher = services.dispatcher();
      notifications = NotificationsModule.of(services, List.of(AccessMessages.FIGURES), Map::of);
      documents.createIndexes();
      notifications.prepare();
      host(notifications.area());
      host(new Access());
    }

    private void host(Area area) {
      vertx
          .deployVerticle(
              new AreaVerticle(area, dispatcher, AreaLimits.of(4), StoreFailures::answer))
          .await();
    }

    void stop() {
      vertx.deploymentIDs().forEach(id -> vertx.undeploy(id).await());
      vertx.close().await();
    }

    Answer call(String operation, Map<String, Object> parameters, Map<String, Object> body) {
      var deadline = Deadline.in(Duration.ofMinutes(1));
      var call =
          new Call(operation, Origin.ownTask("test", "bot"), deadline, parameters, body, List.of());
      return assertInstanceOf(Answer.class, dispatcher.dispatch(call).await());
    }
  }

  @BeforeEach
  void start() throws IOException {
    clock.set(Instant.parse("2027-03-11T20:00:00Z"));
    store = DocumentServer.start();
    nodes = List.of(new Node(), new Node());
    TestServices.workOfADay(nodes.getFirst().notifications);
    clock.set(Instant.parse("2027-03-12T20:00:00Z"));
  }

  @AfterEach
  void stop() {
    nodes.forEach(Node::stop);
    store.close();
  }

  /** The report names missing areas and abandoned entries. */
  @Test
  void namesMissingAreasAndFailedMailInReport() throws Exception {
    Outbox outbox = nodes.getFirst().outbox;
    var matter = new OutboxEntry.Matter("you@x.example", "A parcel");
    outbox.enqueue("a".repeat(24), new OutboxRequest("parcel", matter, new Parcel("p")));
    var delivery =
        new Delivery(
            "parcel",
            1,
            Duration.ofSeconds(1),
            entry -> {
              throw new DeliveryException(DeliveryException.Outcome.REFUSED, "no such place", null);
            });
    OutboxWorker.of(outbox, delivery, nodes.getFirst().documents, clock.trusted(), Tracer.OFF)
        .run();
    TestServices.workOfADay(nodes.getFirst().notifications);
    TestServices.work(nodes.getFirst().notifications);
    Await.until("the report", () -> subjects().size() == 1);
    try (Stream<Path> mails = Files.list(folder.resolve("mail"))) {
      String report = Files.readString(mails.findFirst().orElseThrow());
      assertTrue(report.contains("access: did not respond: no worker serves"), report);
      assertTrue(report.contains("Undelivered after the last attempt: 1"), report);
      assertTrue(
          report.contains("parcel to you@x.example, \"A parcel\": no such place (aaaa"), report);
    }
  }

  private record Parcel(String text) {}

  @Test
  void sendsEachMailAndOneDailyReportOnce() throws Exception {
    var working = new AtomicBoolean(true);
    List<Thread> workers =
        nodes.stream()
            .map(node ->
                Thread.ofVirtual()
                    .start(() -> {
                      while (working.get()) {
                        TestServices.workOfADay(node.notifications);
                        TestServices.work(node.notifications);
                      }
                    }))
            .toList();
    try {
      for (int i = 0; i < FORMS; i++) {
        nodes
            .get(i % 2)
            .call(
                "notifications.hireLegacy",
                Map.of(),
                Map.of("subject", "form " + i, "body", "b", "website", ""));
      }
      Await.until("all letters and the report", () -> subjects().size() >= FORMS + 1);
      Await.until("nothing is left", () -> waiting() == 0);
    } finally {
      working.set(false);
      for (Thread worker : workers) {
        worker.join();
      }
    }
    List<String> sent = subjects();
    assertEquals(FORMS + 1, sent.size(), sent.toString());
    assertEquals(FORMS + 1, Set.copyOf(sent).size());
    assertTrue(sent.contains("Subject: Daily report for 2027-03-12"), sent.toString());
  }

  @Test
  void publishesCreatedEventAsDocumented() {
    Node node = nodes.getFirst();
    List<JsonObject> heard = new CopyOnWriteArrayList<>();
    node.vertx
        .eventBus()
        .<JsonObject>consumer("notifications.created", message -> heard.add(message.body()))
        .completion()
        .await();
    JsonObject reported =
        node.call("notifications.notify", Map.of(), Map.of("title", "Title", "body", "Body €"))
            .json()
            .toJsonObject()
            .getJsonObject("data");
    Await.until("the event", () -> heard.size() == 1);
    assertEquals(
        Map.of(
            "id", reported.getString("id"),
            "title", "Title",
            "body", "Body €",
            "source", "bot",
            "createdAt", reported.getString("sentAt")),
        heard.getFirst().getMap());
  }

  /** The node that stored them stopped before it queued their messages. */
  @Test
  void queuesMessagesOfAStoppedNodeOnce() throws Exception {
    var stored = new NotificationRepository(nodes.getFirst().documents);
    Notification left = stored(stored, "left", "mail,push,webhook");
    stored.add(left);
    stored.add(stored(stored, "muted, or older than the channel", null));
    clock.advance(Duration.ofMinutes(1));
    repairOnBothNodes();
    assertEquals(List.of(), queued("mail"), "a node may still send it");
    clock.advance(Duration.ofMinutes(1));
    repairOnBothNodes();
    List<String> kinds = List.of("mail", "channel.push", "channel.webhook");
    for (String kind : kinds) {
      List<OutboxEntry> queued = queued(kind);
      assertEquals(List.of("left"), queued.stream().map(entry -> entry.matter().title()).toList());
      assertTrue(nodes.getLast().outbox.discard(queued.getFirst().id()).isPresent());
    }
    assertEquals(List.of(), stored.unsent(clock.instant(), 10));
    // The node was only paused, and stores its results after all others.
    stored.complete(left);
    repairOnBothNodes();
    stored.add(stored(stored, "too old", "mail,webhook"));
    clock.advance(Duration.ofDays(8));
    repairOnBothNodes();
    for (String kind : kinds) {
      assertEquals(List.of(), queued(kind), kind);
    }
  }

  private List<OutboxEntry> queued(String kind) {
    return nodes.getLast().outbox.select(kind, State.WAITING).page(0, 10);
  }

  private Notification stored(NotificationRepository stored, String title, String channels) {
    var message = new Notification.Message(title, "b");
    return new Notification(
        stored.newId(),
        message,
        "bot",
        Notification.Times.at(clock.instant()),
        Notification.Delivery.NONE,
        channels);
  }

  private void repairOnBothNodes() throws Exception {
    Concurrently.times(
        2,
        i -> {
          TestServices.repair(nodes.get(i).notifications);
          return i;
        });
  }

  private int waiting() {
    Map<String, Object> sending = Map.of("state", "sending", "skip", 0, "limit", 10);
    return nodes
        .getFirst()
        .call("notifications.listOutbox", sending, Map.of())
        .json()
        .toJsonObject()
        .getJsonArray("mails")
        .size();
  }

  /** Returns the subjects of all sent emails. */
  private List<String> subjects() {
    try (Stream<Path> files = Files.list(folder.resolve("mail"))) {
      return files
          .filter(file -> file.toString().endsWith(".eml"))
          .map(TwoNodesTest::subject)
          .toList();
    } catch (IOException none) {
      return List.of();
    }
  }

  private static String subject(Path mail) {
    List<String> lines = Unchecked.get(() -> Files.readAllLines(mail));
    return lines.stream().filter(line -> line.startsWith("Subject: ")).findFirst().orElseThrow();
  }
}
