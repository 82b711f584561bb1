package dev.gatehouse.http.ledger;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.http.ledger.Hold.Holder;
import dev.gatehouse.http.ledger.Limit.Standing;
import dev.gatehouse.http.ledger.ResourceLedger.Account;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Shares, reserves, eviction and release of {@link ResourceLedger}. */
class ResourceLedgerTest {
  private static final Resource PLACES = Resource.UPLOADS;
  private static final int THREADS = 4;
  private static final int STEPS = 20_000;

  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicInteger evicted = new AtomicInteger();

  private final ResourceLedger.Observer observer =
      new ResourceLedger.Observer() {
        @Override
        public void refused(Resource resource, Refusal reason) {
          refused.incrementAndGet();
        }

        @Override
        public void evicted(Resource resource) {
          evicted.incrementAndGet();
        }
      };

  private final ResourceLedger ledger = ledger(16);

  private ResourceLedger ledger(long total) {
    Map<Resource, Limit> limits = new EnumMap<>(Resource.class);
    for (Resource resource : Resource.values()) {
      limits.put(resource, Limit.of(total));
    }
    return new ResourceLedger(limits, observer);
  }

  /** Holder with a settable progress that counts its evictions. */
  private static final class Client implements Holder {
    private final long progress;
    private final AtomicInteger ended = new AtomicInteger();

    Client(long progress) {
      this.progress = progress;
    }

    @Override
    public long lastProgress() {
      return progress;
    }

    @Override
    public void evict() {
      ended.incrementAndGet();
    }
  }

  private Hold hold(String address, Standing standing, Client client) {
    return ledger.hold(PLACES, ledger.open(address), standing, client);
  }

  private Optional<Refusal> take(String address, Standing standing) {
    return hold(address, standing, new Client(System.nanoTime())).grow(1);
  }

  @Test
  void limitsOneAddressToItsShare() {
    for (int i = 0; i < 4; i++) {
      assertEquals(Optional.empty(), take("a", Standing.ANONYMOUS));
    }
    assertEquals(Optional.of(Refusal.ADDRESS), take("a", Standing.ANONYMOUS));
    assertEquals(Optional.empty(), take("b", Standing.ANONYMOUS));
    assertEquals(1, refused.get());
  }

  @Test
  void keepsReserveForAuthenticatedCallers() {
    for (int i = 0; i < 12; i++) {
      assertEquals(Optional.empty(), take("a" + i, Standing.ANONYMOUS));
    }
    assertEquals(Optional.of(Refusal.NODE), take("z", Standing.ANONYMOUS));
    for (int i = 0; i < 4; i++) {
      assertEquals(Optional.empty(), take("owner", Standing.OPERATOR));
    }
    assertEquals(Optional.of(Refusal.NODE), take("owner", Standing.OPERATOR));
  }

  @Test
  void keepsReserveForAnonymousCallers() {
    for (int i = 0; i < 15; i++) {
      assertEquals(Optional.empty(), take("owner", Standing.OPERATOR));
    }
    assertEquals(Optional.of(Refusal.NODE), take("owner", Standing.OPERATOR));
    assertEquals(Optional.empty(), take("a", Standing.ANONYMOUS));
  }

  @Test
  void doublesShareOfVisitors() {
    for (int i = 0; i < 8; i++) {
      assertEquals(Optional.empty(), take("v", Standing.VISITOR));
    }
    assertEquals(Optional.of(Refusal.ADDRESS), take("v", Standing.VISITOR));
  }

  @Test
  void evictsStalestHolderOfLargestAddress() {
    long now = System.nanoTime();
    Client stale = new Client(now - 1_000_000_000L);
    List<Client> others = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      Client client = i == 5 ? stale : new Client(now);
      others.add(client);
      assertEquals(Optional.empty(), hold("a" + i / 4, Standing.ANONYMOUS, client).grow(1));
    }
    assertEquals(Optional.empty(), take("newcomer", Standing.ANONYMOUS));
    assertEquals(1, stale.ended.get());
    assertEquals(1, others.stream().mapToInt(client -> client.ended.get()).sum());
    assertEquals(1, evicted.get());
    assertEquals(12, ledger.used(PLACES));
  }

  /** Each of many addresses holds no more than the newcomer would. */
  @Test
  void evictsStalledHolderOfAnyAddress() {
    long now = System.nanoTime();
    Client stalled = new Client(now - 11_000_000_000L);
    for (int i = 0; i < 12; i++) {
      Client client = i == 7 ? stalled : new Client(now);
      assertEquals(Optional.empty(), hold("a" + i, Standing.ANONYMOUS, client).grow(1));
    }
    assertEquals(Optional.empty(), take("newcomer", Standing.ANONYMOUS));
    assertEquals(1, stalled.ended.get());
    assertEquals(Optional.of(Refusal.NODE), take("another", Standing.ANONYMOUS));
    assertEquals(1, evicted.get());
  }

  @ParameterizedTest
  @EnumSource(names = {"HANDSHAKES", "STREAMS"})
  void evictsSlowHandshakesSooner(Resource resource) {
    for (int i = 0; i < 12; i++) {
      var client = new Client(System.nanoTime() - 4_000_000_000L);
      ledger.hold(resource, ledger.open("a" + i), Standing.ANONYMOUS, client).grow(1);
    }
    var newcomer = new Client(System.nanoTime());
    Optional<Refusal> refusal =
        ledger.hold(resource, ledger.open("b"), Standing.ANONYMOUS, newcomer).grow(1);
    assertEquals(resource == Resource.HANDSHAKES, refusal.isEmpty());
  }

  /** A client may end on its own event loop while another loop chooses it for eviction. */
  @Test
  void takesPartOfClientThatEndsMeanwhile() {
    AtomicReference<Hold> ending = new AtomicReference<>();
    var client =
        new Holder() {
          @Override
          public long lastProgress() {
            ending.get().release();
            return System.nanoTime() - 1_000_000_000L;
          }

          @Override
          public void evict() {
            throw new IllegalStateException("it has ended");
          }
        };
    ending.set(ledger.hold(PLACES, ledger.open("a"), Standing.ANONYMOUS, client));
    assertEquals(Optional.empty(), ending.get().grow(3));
    assertEquals(Optional.empty(), take("a", Standing.ANONYMOUS));
    for (String address : List.of("b", "c")) {
      Hold hold = hold(address, Standing.ANONYMOUS, new Client(0));
      assertEquals(Optional.empty(), hold.grow(4));
      hold.pin();
    }
    assertEquals(Optional.empty(), take("newcomer", Standing.ANONYMOUS));
    assertEquals(0, evicted.get());
    assertEquals(10, ledger.used(PLACES));
  }

  /** Listeners without events and idle connections are not stalled. */
  @ParameterizedTest
  @EnumSource(names = {"CONNECTIONS", "FILES", "LISTENERS"})
  void keepsIdleHoldersOfEqualAddresses(Resource resource) {
    for (int i = 0; i < 13; i++) {
      Client client = new Client(System.nanoTime() - 60_000_000_000L);
      Optional<Refusal> refusal =
          ledger.hold(resource, ledger.open("a" + i), Standing.ANONYMOUS, client).grow(1);
      assertEquals(i < 12, refusal.isEmpty());
      assertEquals(0, client.ended.get());
    }
    assertEquals(0, evicted.get());
  }

  @Test
  void neverEvictsPinnedOrAuthenticatedHolders() {
    List<Client> clients = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      Client client = new Client(0);
      clients.add(client);
      Hold hold = hold("a" + i / 4, Standing.ANONYMOUS, client);
      assertEquals(Optional.empty(), hold.grow(1));
      hold.pin();
    }
    assertEquals(Optional.of(Refusal.NODE), take("newcomer", Standing.ANONYMOUS));
    assertEquals(0, clients.stream().mapToInt(client -> client.ended.get()).sum());
  }

  @Test
  void refusesGrowthAfterRelease() {
    Hold hold = hold("a", Standing.ANONYMOUS, new Client(0));
    hold.grow(2);
    hold.release();
    hold.release();
    assertEquals(Optional.of(Refusal.NODE), hold.grow(1));
    hold.shrink(1);
    assertEquals(0, ledger.used(PLACES));
  }

  /** Random takes, releases and evictions on several threads leave nothing and exceed nothing. */
  @RepeatedTest(3)
  void releasesEverythingExactlyOnce() throws Exception {
    long seed = System.nanoTime();
    ResourceLedger shared = ledger(64);
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        var random = new Random(seed + i);
        all.add(threads.submit(() -> play(shared, random)));
      }
      for (Future<?> each : all) {
        each.get();
      }
    }
    for (Resource resource : Resource.values()) {
      assertEquals(0, shared.used(resource), resource + " seed=" + seed);
    }
    assertEquals(0, shared.addresses(), "seed=" + seed);
  }

  private record Open(Account account, Hold hold) {}

  private static void play(ResourceLedger ledger, Random random) {
    List<Open> open = new ArrayList<>();
    for (int step = 0; step < STEPS; step++) {
      Open chosen = open.isEmpty() ? null : open.get(random.nextInt(open.size()));
      switch (random.nextInt(6)) {
        case 0, 1 -> {
          Account account = ledger.open("a" + random.nextInt(9));
          Resource resource = Resource.values()[random.nextInt(Resource.values().length)];
          Standing standing = Standing.values()[random.nextInt(Standing.values().length)];
          Hold hold = ledger.hold(resource, account, standing, new Client(random.nextInt()));
          hold.grow(1 + random.nextInt(4));
          open.add(new Open(account, hold));
        }
        case 2 -> {
          if (chosen != null) {
            chosen.hold().grow(1 + random.nextInt(3));
          }
        }
        case 3 -> {
          if (chosen != null && chosen.hold().amount() > 1) {
            chosen.hold().pin();
          }
        }
        default -> {
          if (chosen != null) {
            open.remove(chosen);
            close(ledger, chosen);
          }
        }
      }
      for (Resource resource : Resource.values()) {
        // A charge that is being refused is visible for a moment.
        assertTrue(ledger.used(resource) <= 64 + THREADS * 4, resource.toString());
      }
    }
    open.forEach(each -> close(ledger, each));
  }

  private static void close(ResourceLedger ledger, Open open) {
    open.hold().release();
    open.hold().release();
    ledger.close(open.account());
  }
}
