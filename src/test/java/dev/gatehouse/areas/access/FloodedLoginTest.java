package dev.gatehouse.areas.access;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.security.PermanentCode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logins of the owner while many addresses present wrong codes. */
@Tag("slow")
class FloodedLoginTest {
  private static final Duration LIMIT = Duration.ofSeconds(8);
  private static final int LOGINS = 10;
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final String CODE = PermanentCode.generate(RANDOM);

  @RegisterExtension
  static final TestNode NODE = new TestNode().with("ACCESS_PERMANENT_CODE", "").behindProxy();

  private static final AtomicInteger NETWORKS = new AtomicInteger();

  /** Replaces the generated code by a known one. The first login adds its filter. */
  @BeforeAll
  static void storeCode() throws Exception {
    assertTrue(Files.exists(filter()), "a generated code has a filter");
    NODE.afterStop(() -> {
      Path hash = NODE.data().resolve("secrets/permanent-code");
      Files.writeString(hash, PermanentCode.of(CODE, RANDOM).stored() + "\n");
    });
    String stale = Files.readString(filter());
    Waiting.until(() -> login(CODE, NODE.freshAddress()).status() == 200);
    assertTrue(!stale.equals(Files.readString(filter())), "the first login replaces the filter");
  }

  @ParameterizedTest
  @ValueSource(ints = {30, 300})
  void acceptsRightCodesDuringFloodOfWrongOnes(int floods) throws Exception {
    String daily = AtOnce.today(NODE);
    var over = new AtomicBoolean();
    var wrong = new AtomicInteger();
    List<Future<?>> running = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < floods; i++) {
        running.add(threads.submit(() -> flood(over, wrong)));
      }
      try {
        Waiting.until(() -> wrong.get() > floods);
        for (int i = 0; i < LOGINS; i++) {
          acceptsInTime(CODE);
          acceptsInTime(daily);
        }
      } finally {
        over.set(true);
      }
      for (Future<?> each : running) {
        each.get();
      }
    }
  }

  @Test
  void keepsFilterAcrossRestart() throws Exception {
    String before = Files.readString(filter());
    NODE.restart();
    Waiting.until(() -> login(CODE, NODE.freshAddress()).status() == 200);
    login(PermanentCode.generate(RANDOM), NODE.freshAddress()).expect(401);
    assertEquals(before, Files.readString(filter()));
  }

  private static void acceptsInTime(String code) throws Exception {
    long begin = System.nanoTime();
    RawClient.Reply first = login(code, NODE.freshAddress());
    // A call that waits for its turn on a busy machine gets 503.
    RawClient.Reply reply = first.status() == 503 ? login(code, NODE.freshAddress()) : first;
    Duration took = Duration.ofNanos(System.nanoTime() - begin);
    reply.expect(200);
    assertTrue(took.compareTo(LIMIT) < 0, took::toString);
  }

  /** Presents wrong codes, each from another IPv6 /64. */
  private static Void flood(AtomicBoolean over, AtomicInteger wrong) throws Exception {
    try (RawClient client = NODE.raw()) {
      while (!over.get()) {
        int network = NETWORKS.incrementAndGet();
        String address =
            String.format(Locale.ROOT, "2001:db8:%x:%x::1", network >> 16, network & 0xffff);
        client.send(AtOnce.code(PermanentCode.generate(RANDOM), address)).read();
        wrong.incrementAndGet();
      }
    }
    return null;
  }

  private static RawClient.Reply login(String code, String address) throws Exception {
    return NODE.exchange(AtOnce.code(code, address));
  }

  private static Path filter() {
    return NODE.data().resolve("secrets/permanent-code-filter");
  }
}
