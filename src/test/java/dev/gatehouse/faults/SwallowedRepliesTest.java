package dev.gatehouse.faults;

import module java.base;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Swallows the reply to every command that every operation sends to the document server, once. The
 * server has executed the command, and the node gets no reply. The client's answer must be true, a
 * repeat must not duplicate anything, and no document may name a missing file. Several nodes with
 * separate servers share the scenarios, because most of the time is spent waiting.
 */
@Tag("slow")
@Timeout(400)
class SwallowedRepliesTest {
  private static final int NODES = 4;

  private static final List<SwallowedReplies> LANES = new ArrayList<>();
  private static final AtomicInteger NEXT = new AtomicInteger();
  private static ExecutorService threads;
  private static List<CompletableFuture<String>> outcomes;
  private static boolean repeats;

  /** The first run has all scenarios at once. A repeat runs those that have failed. */
  @BeforeAll
  static void begin() throws Exception {
    for (int i = 0; i < (repeats ? 1 : NODES); i++) {
      LANES.add(new SwallowedReplies());
    }
    outcomes = Stream.generate(CompletableFuture<String>::new).limit(number()).toList();
    threads = Executors.newFixedThreadPool(NODES);
    if (!repeats) {
      LANES.forEach(lane -> threads.submit(() -> work(lane)));
    }
  }

  @AfterAll
  static void end() throws Exception {
    NEXT.set(number());
    threads.close();
    for (SwallowedReplies lane : LANES) {
      lane.close();
    }
    System.out.println(
        "operation                commands   reported {status=times}      reported where the store is away then");
    outcomes.stream()
        .filter(outcome -> outcome.isDone() && !outcome.isCompletedExceptionally())
        .forEach(outcome -> System.out.println(outcome.join()));
    LANES.clear();
    repeats = true;
  }

  private static int number() {
    return LANES.getFirst().scenarios().size();
  }

  private static void work(SwallowedReplies lane) {
    for (int i = NEXT.getAndIncrement(); i < number(); i = NEXT.getAndIncrement()) {
      work(lane, i);
    }
  }

  private static void work(SwallowedReplies lane, int scenario) {
    try {
      outcomes.get(scenario).complete(lane.swallowedInTurn(lane.scenarios().get(scenario)));
    } catch (Throwable problem) {
      outcomes.get(scenario).completeExceptionally(problem);
    }
  }

  static List<Arguments> scenarios() {
    List<Scenario> all = LANES.getFirst().scenarios();
    return IntStream.range(0, all.size())
        .mapToObj(i -> Arguments.of(all.get(i).name(), i))
        .toList();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("scenarios")
  void handlesEverySwallowedStoreReply(String name, int scenario) throws Throwable {
    if (repeats) {
      work(LANES.getFirst(), scenario);
    }
    try {
      outcomes.get(scenario).join();
    } catch (CompletionException e) {
      throw e.getCause();
    }
  }
}
