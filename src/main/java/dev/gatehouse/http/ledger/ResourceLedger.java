package dev.gatehouse.http.ledger;

import module java.base;

import dev.gatehouse.http.ledger.Hold.Holder;
import dev.gatehouse.http.ledger.Limit.Standing;

/**
 * Ledger of the resources of a node. What a request or connection takes is charged to its address,
 * to its class (authenticated or not) and to the node. A charge that exceeds any of the three
 * limits is refused.
 *
 * <p>If callers without a credential hold their whole part, a newcomer displaces another client: of
 * the address that holds the most, and more than the newcomer, the request with the oldest progress
 * is ended. An attacker with a few addresses therefore displaces itself. An attacker with many
 * addresses holds the same for each as a visitor, so a request without progress for ten seconds is
 * ended, too.
 */
public final class ResourceLedger {
  /** Maximum clients that one charge displaces. */
  private static final int MAX_EVICTIONS = 8;

  /**
   * Resources whose holders make progress all the time. Connections and event streams may be idle,
   * and the progress of files is only known every few seconds.
   */
  private static final Set<Resource> PROGRESSING =
      EnumSet.of(
          Resource.HANDSHAKES,
          Resource.STREAMS,
          Resource.UPLOADS,
          Resource.BODY_BYTES,
          Resource.REPLY_BYTES);

  /** Time without progress after which any client may be displaced. */
  private static final long STALLED_NANOS = Duration.ofSeconds(10).toNanos();

  /** The same for a TLS handshake, which takes a few round trips. */
  private static final long STALLED_HANDSHAKE_NANOS = Duration.ofSeconds(3).toNanos();

  private final Map<Resource, Pool> pools = new EnumMap<>(Resource.class);
  private final Map<String, Account> accounts = new ConcurrentHashMap<>();

  /** Receives the decisions that are counted. */
  public interface Observer {
    /** Called for each refused charge. */
    void refused(Resource resource, Refusal reason);

    /** Called for each client that was displaced. */
    void evicted(Resource resource);
  }

  private final Observer observer;

  private record Pool(
      Limit limit, AtomicLong anonymous, AtomicLong authenticated, AtomicLong total) {
    Pool(Limit limit) {
      this(limit, new AtomicLong(), new AtomicLong(), new AtomicLong());
    }

    /** Adds to both counts; returns whether they are within their limits. */
    boolean add(Standing standing, long amount) {
      boolean authenticated = standing.authenticated();
      long ofClass = (authenticated ? this.authenticated : anonymous).addAndGet(amount);
      return total.addAndGet(amount) <= limit.total() && ofClass <= limit.ofClass(authenticated);
    }
  }

  public ResourceLedger(Map<Resource, Limit> limits, Observer observer) {
    this.observer = observer;
    for (Resource resource : Resource.values()) {
      pools.put(resource, new Pool(limits.get(resource)));
    }
  }

  /**
   * Opens the account of an address for one request or connection.
   *
   * @param address key of the address; empty for a trusted proxy
   */
  public Account open(String address) {
    if (address.isEmpty()) {
      return new Account(address);
    }
    return accounts.compute(
        address,
        (key, known) -> {
          Account account = known == null ? new Account(address) : known;
          account.open++;
          return account;
        });
  }

  /** Closes an account. Call it once for each {@link #open}, after everything was released. */
  public void close(Account account) {
    if (!account.address.isEmpty()) {
      accounts.computeIfPresent(account.address, (key, known) -> --known.open == 0 ? null : known);
    }
  }

  /** Returns an empty hold, which grows by what its holder takes. */
  public Hold hold(Resource resource, Account account, Standing standing, Holder holder) {
    return new Hold(this, resource, account, standing, holder);
  }

  public long used(Resource resource) {
    return pools.get(resource).total().get();
  }

  public long limit(Resource resource) {
    return pools.get(resource).limit().total();
  }

  /** Returns the number of addresses that hold resources. */
  public int addresses() {
    return accounts.size();
  }

  /** Counts a refusal that another limit than this ledger's has caused. */
  public void refuse(Resource resource, Refusal reason) {
    observer.refused(resource, reason);
  }

  boolean ample(Resource resource) {
    Pool pool = pools.get(resource);
    return 2 * pool.total().get() < pool.limit().total();
  }

  /** Returns why a charge is refused; null if it was made. */
  Refusal charge(Hold hold, long amount) {
    Refusal refusal = tryCharge(hold, amount);
    int evictions = 0;
    while (refusal == Refusal.NODE && evictions < MAX_EVICTIONS && displace(hold, amount)) {
      evictions++;
      refusal = tryCharge(hold, amount);
    }
    if (refusal != null) {
      observer.refused(hold.resource, refusal);
    }
    return refusal;
  }

  private Refusal tryCharge(Hold hold, long amount) {
    Pool pool = pools.get(hold.resource);
    boolean shared = !hold.account.address.isEmpty();
    long ofAddress = hold.account.add(hold.resource, amount);
    if (shared && ofAddress > pool.limit().share(hold.standing)) {
      hold.account.add(hold.resource, -amount);
      return Refusal.ADDRESS;
    }
    if (pool.add(hold.standing, amount)) {
      return null;
    }
    discharge(hold, amount);
    return Refusal.NODE;
  }

  void discharge(Hold hold, long amount) {
    pools.get(hold.resource).add(hold.standing, -amount);
    hold.account.add(hold.resource, -amount);
  }

  /**
   * Ends one client for a newcomer. Returns false if no client can be displaced. If the client ends
   * by itself at the same moment, its part is free, too.
   */
  private boolean displace(Hold newcomer, long amount) {
    if (newcomer.standing.authenticated()) {
      return false;
    }
    Optional<Hold> victim = ofLargestAddress(newcomer, amount).or(() -> stalled(newcomer.resource));
    if (victim.isPresent() && victim.get().release(true)) {
      observer.evicted(newcomer.resource);
    }
    return victim.isPresent();
  }

  /** Returns a client whose address holds more than the newcomer's would. */
  private Optional<Hold> ofLargestAddress(Hold newcomer, long amount) {
    long largest = newcomer.account.used(newcomer.resource) + amount;
    Optional<Hold> victim = Optional.empty();
    for (Account account : accounts.values()) {
      long used = account.used(newcomer.resource);
      if (used > largest) {
        Optional<Hold> stalest = stalest(account, newcomer.resource);
        if (stalest.isPresent()) {
          largest = used;
          victim = stalest;
        }
      }
    }
    return victim;
  }

  /** Returns the client with the oldest progress if it has made none for a while. */
  private Optional<Hold> stalled(Resource resource) {
    if (!PROGRESSING.contains(resource)) {
      return Optional.empty();
    }
    long now = System.nanoTime();
    long stalled = resource == Resource.HANDSHAKES ? STALLED_HANDSHAKE_NANOS : STALLED_NANOS;
    return accounts.values().stream()
        .flatMap(account -> stalest(account, resource).stream())
        .max(Comparator.comparingLong(hold -> now - hold.holder.lastProgress()))
        .filter(hold -> now - hold.holder.lastProgress() > stalled);
  }

  private static Optional<Hold> stalest(Account account, Resource resource) {
    long now = System.nanoTime();
    return account.evictable(resource).stream()
        .filter(hold -> !hold.standing.authenticated())
        .max(Comparator.comparingLong(hold -> now - hold.holder.lastProgress()));
  }

  /**
   * Resources that one address holds. Each request and connection of the address opens the account
   * and closes it at its end.
   */
  public static final class Account {
    /** Key of the address; empty for a trusted proxy, which has no share. */
    final String address;

    private final AtomicLongArray used = new AtomicLongArray(Resource.values().length);
    private final Map<Resource, Set<Hold>> holds = new EnumMap<>(Resource.class);

    /** Number of its requests and connections. Guarded by the ledger's map. */
    int open;

    Account(String address) {
      this.address = address;
      for (Resource resource : Resource.values()) {
        holds.put(resource, ConcurrentHashMap.newKeySet(2));
      }
    }

    long used(Resource resource) {
      return used.get(resource.ordinal());
    }

    long add(Resource resource, long amount) {
      return used.addAndGet(resource.ordinal(), amount);
    }

    /** Returns the holds of a resource that may be ended for other clients. */
    Set<Hold> evictable(Resource resource) {
      return holds.get(resource);
    }
  }
}
