package dev.gatehouse.node.health;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Concurrently;
import dev.gatehouse.TestClock;
import dev.gatehouse.TestSettings;
import dev.gatehouse.Unchecked;
import dev.gatehouse.node.health.HealthHistory.HealthDay;
import dev.gatehouse.node.health.NodeHeartbeats.Part;
import dev.gatehouse.node.health.NodeHeartbeats.Process;
import dev.gatehouse.node.health.NodeHeartbeats.Standing;
import dev.gatehouse.pages.Pages;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** States of public components: how they follow from the nodes, their history, and their page. */
class HealthHistoryTest {
  private static final Instant NOW = Instant.parse("2026-03-10T10:00:00Z");

  @TempDir Path folder;

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final TestClock clock = TestClock.stoppedAt(Instant.parse("2026-03-10T10:02:00Z"));
  private final Map<String, ComponentState> states = new LinkedHashMap<>();
  private HealthHistory history;
  private ServiceStatus status;

  @AutoClose private EmbeddedStore store;
  private Documents documents;

  @BeforeEach
  void prepare() {
    store = EmbeddedStore.open(folder, false);
    documents = new Documents(store.documents(), new SecureRandom());
    history = new HealthHistory(documents, clock.trusted());
    documents.createIndexes();
    states.put("website", ComponentState.UP);
    states.put("payments", ComponentState.UP);
    Pages pages = Pages.of(TestSettings.of());
    status = new ServiceStatus(history, () -> states, pages, clock);
  }

  /** Records the states a number of times, five minutes apart. */
  private void pass(int records) {
    for (int i = 0; i < records; i++) {
      status.record();
      clock.advance(HealthHistory.SLOT);
    }
  }

  private String page() throws Exception {
    return status.operations().get("node.statusPage").handle(null).json().toString();
  }

  @Test
  void clockAheadForSecondsChangesNothing() throws Exception {
    pass(3);
    String before = page();
    clock.jump(Duration.ofDays(365));
    status.record();
    assertEquals(before, page());
    clock.jump(Duration.ofDays(-365));
    pass(2);
    assertEquals(5, history.read().get("website").getLast().count(ComponentState.UP));
    var stored = documents.collection("healthDays", HealthDay.class);
    assertEquals(states.size(), stored.count(Query.all()), "no day of the next year");
  }

  @Test
  void keepsRecordsOfAllNodes() throws Exception {
    int nodes = 24;
    List<Callable<Object>> records = new ArrayList<>();
    for (int i = 0; i < nodes; i++) {
      // A node that was paused writes its record late.
      TestClock late =
          TestClock.stoppedAt(clock.instant().plus(HealthHistory.SLOT.multipliedBy(i)));
      var node = new HealthHistory(documents, late.trusted());
      records.add(Executors.callable(() -> node.record(states)));
    }
    Concurrently.all(records);
    clock.advance(HealthHistory.SLOT.multipliedBy(nodes));
    assertEquals(nodes, history.read().get("website").getLast().count(ComponentState.UP));
  }

  @Test
  void showsAnIncidentAsASentence() throws Exception {
    pass(3);
    states.put("payments", ComponentState.DOWN);
    pass(2);
    assertTrue(page().contains("Some systems are unavailable"), page());
    assertTrue(page().contains("Payments: There is an outage since Mar 10, 2026"), page());
    states.put("payments", ComponentState.UP);
    pass(15);
    String page = page();
    assertTrue(page.contains("All systems are operational"), page);
    assertTrue(page.contains("Payments: There was an outage from Mar 10, 2026"), page);
    assertTrue(page.contains("90.00 % uptime"), page);
    assertTrue(page.contains("100.00 % uptime"), page);
  }

  @Test
  void statesThatNothingIsRecordedYet() throws Exception {
    status.record();
    assertTrue(page().contains("No records yet"), page());
    assertFalse(page().contains("% uptime"), page());
  }

  @Test
  void showsThePageWithoutTheStore() throws Exception {
    pass(4);
    assertTrue(page().contains("100.00 % uptime"), page());
    store.close();
    states.put("website", ComponentState.DOWN);
    clock.advance(Duration.ofMinutes(1));
    assertTrue(page().contains("Some systems are unavailable"), page());
    assertTrue(page().contains("100.00 % uptime"), "the history that was read last");
  }

  @Test
  void makesThePageOnceForManyVisitors() throws Exception {
    pass(1);
    var made = new AtomicInteger();
    var counting =
        new ServiceStatus(
            history,
            () -> {
              made.incrementAndGet();
              return states;
            },
            Pages.of(TestSettings.of()),
            clock);
    Concurrently.times(
            30, i -> Unchecked.get(() -> counting.operations().get("node.statusPage").handle(null)))
        .forEach(reply -> assertEquals(200, reply.status()));
    assertEquals(1, made.get());
  }

  @Test
  void takesALongGapForAnOutage() {
    pass(3);
    clock.advance(Duration.ofHours(1));
    pass(1);
    assertEquals(12, today().stream().filter(ComponentState.DOWN::equals).count());
    assertEquals(
        0,
        history.read().get("website").getFirst().states().stream()
            .filter(ComponentState.DOWN::equals)
            .count(),
        "nothing was recorded before");
  }

  @Test
  void forgivesALateJob() {
    pass(3);
    clock.advance(HealthHistory.SLOT.multipliedBy(2));
    pass(2);
    assertEquals(0, today().stream().filter(ComponentState.DOWN::equals).count());
  }

  @Test
  void keepsTheWorstStateOfFiveMinutes() {
    states.put("website", ComponentState.DOWN);
    status.record();
    states.put("website", ComponentState.UP);
    pass(1);
    assertEquals(ComponentState.DOWN, today().getLast());
  }

  @Test
  void keepsNinetyDays() {
    for (int day = 0; day < 100; day++) {
      pass(1);
      clock.advance(Duration.ofDays(1));
    }
    assertEquals(HealthHistory.DAYS, history.read().get("website").size());
    long stored = documents.sizes().get("healthDays");
    assertTrue(stored <= 2 * (HealthHistory.DAYS + 1), stored + " documents");
  }

  private List<ComponentState> today() {
    return history.read().get("website").getLast().states();
  }

  private static Standing node(String name, Duration age, boolean ready, String... faults) {
    Instant seen = NOW.minus(age);
    List<Part> parts =
        List.of(faults).stream().map(fault -> new Part(fault, false, "a cause")).toList();
    return new Standing(
        name,
        seen,
        new Process("1", seen, List.of(), List.of()),
        ready,
        parts,
        List.of(),
        new RequestCounts.Counts(0, 0, 0));
  }

  private Map<String, ComponentState> states(boolean emailsWait, Standing... nodes) {
    return new PublicComponents(Map.of("payments", "payments"), () -> emailsWait, meters)
        .states(List.of(nodes), NOW);
  }

  @Test
  void takesTheBestOfAllNodes() {
    Standing broken = node("n1", Duration.ZERO, false, "documents", "files");
    Standing well = node("n2", Duration.ofSeconds(20), true);
    assertEquals(ComponentState.DOWN, states(false, broken).get("website"));
    assertEquals(ComponentState.DOWN, states(false, broken).get("files"));
    assertEquals(ComponentState.UP, states(false, broken, well).get("website"));
    assertEquals(ComponentState.UP, states(false, broken, well).get("files"));
    Standing gone = node("n2", Duration.ofMinutes(3), true);
    assertEquals(ComponentState.DOWN, states(false, broken, gone).get("website"));
  }

  @Test
  void showsALimitedComponentAsImpaired() {
    Standing full = node("n1", Duration.ZERO, true, "disk", "backup", "redis");
    assertEquals(ComponentState.UP, states(false, full).get("website"));
    assertEquals(ComponentState.IMPAIRED, states(false, full).get("files"));
    assertEquals(ComponentState.IMPAIRED, states(true, full).get("emails"));
  }

  @Test
  void survivesAnUnavailableStore() {
    Map<String, ComponentState> states =
        new PublicComponents(
                Map.of(),
                () -> {
                  throw new IllegalStateException("the store is away");
                },
                meters)
            .states(List.of(node("n1", Duration.ZERO, false, "documents")), NOW);
    assertEquals(ComponentState.DOWN, states.get("website"));
    assertEquals(ComponentState.IMPAIRED, states.get("emails"));
  }

  @Test
  void showsAProviderThatIsNotCalledAsDown() {
    var open = new AtomicInteger();
    Gauge.builder("gatehouse.provider.breakers.open", open, AtomicInteger::get)
        .tag("provider", "payments")
        .register(meters);
    Standing well = node("n1", Duration.ZERO, true);
    assertEquals(ComponentState.UP, states(false, well).get("payments"));
    open.set(1);
    assertEquals(ComponentState.DOWN, states(false, well).get("payments"));
  }
}
