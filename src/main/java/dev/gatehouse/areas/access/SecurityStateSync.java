package dev.gatehouse.areas.access;

import module java.base;

import dev.gatehouse.areas.access.ChangeLog.Change;
import dev.gatehouse.areas.access.ChangeLog.Kind;
import dev.gatehouse.areas.access.StateReaders.ReaderRegistration;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.messages.AccessMessages;
import dev.gatehouse.messages.AccessMessages.GateChanged;
import dev.gatehouse.security.Gate;
import dev.gatehouse.store.DocumentStoreException;
import dev.gatehouse.store.UnknownOutcomeException;
import dev.gatehouse.time.TrustedClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the gate's in-memory data in sync with the store, and announces the changes of this node.
 * It reads the log immediately after a change of this node, on an event of another node, and
 * several times a second in case an event is lost.
 */
public final class SecurityStateSync {
  private static final Logger LOG = LoggerFactory.getLogger(SecurityStateSync.class);

  private final String self;
  private final Stores stores;
  private final Gate gate;
  private final Dispatcher dispatcher;
  private final ChangeLogReader log;
  private final ReaderRegistration registration;
  private final AtomicBoolean due = new AtomicBoolean();

  /** Set if a change was stored but its log entry was not. */
  private final AtomicBoolean unpublished = new AtomicBoolean();

  /**
   * Collections that the gate reads, and the log of their changes.
   *
   * @param readers nodes that read the log
   */
  record Stores(
      BanRepository bans,
      TokenRepository tokens,
      KeyRepository keys,
      ChangeLog log,
      StateReaders readers) {}

  SecurityStateSync(
      Stores stores, Gate gate, Dispatcher dispatcher, TrustedClock clock, SecureRandom random) {
    this.stores = stores;
    this.gate = gate;
    this.dispatcher = dispatcher;
    this.self = HexFormat.of().toHexDigits(random.nextLong());
    this.log = new ChangeLogReader(stores, gate, clock, self);
    this.registration = new ReaderRegistration(stores.readers(), clock, self);
  }

  /**
   * Reads and applies new changes. Blocks. A caller that arrives while another waits to read shares
   * that read.
   */
  public void refresh() {
    if (due.compareAndSet(false, true)) {
      confirm();
    }
  }

  /**
   * Reads and applies all changes that were stored before this call. Blocks. One thread reads at a
   * time, because a slow reader that ends after a newer one would restore old data.
   */
  synchronized void confirm() {
    due.set(false);
    publishPending();
    follow();
    log.tidy();
  }

  /**
   * Returns whether an event announces another node's change. This node already knows its own
   * changes.
   */
  public boolean isNews(GateChanged event) {
    return !self.equals(event.by());
  }

  /** Makes a change and announces it, even if the outcome of the change is unknown. */
  <T> T changing(Kind kind, String key, Supplier<T> change) {
    T result = made(kind, key, change);
    changed(kind, key);
    return result;
  }

  /**
   * Makes an irreversible change, and returns when no node admits what it has revoked. If the store
   * fails afterwards, this node applies the change directly, and announces it when the store is
   * available again. Without other nodes, that is a success.
   *
   * @param noted applies the change to the gate
   * @throws UnknownOutcomeException if other nodes may not know the change
   */
  <T> T ending(Kind kind, String key, Supplier<T> change, Consumer<Gate> noted) {
    T result = made(kind, key, change);
    try {
      changed(kind, key);
      awaitOthers();
    } catch (DocumentStoreException | UnknownOutcomeException unread) {
      // The store logs its failure itself. Taking the lock waits for a running read to end.
      synchronized (this) {
        noted.accept(gate);
      }
      if (registration.hasOthers()) {
        var unknown = new UnknownOutcomeException("other nodes may not know the revocation yet");
        unknown.addSuppressed(unread);
        throw unknown;
      }
    }
    return result;
  }

  private void awaitOthers() {
    if (!registration.hasOthers()) {
      return;
    }
    if (unpublished.get()) {
      confirm();
    }
    registration.awaitOthers(applied());
  }

  private synchronized long applied() {
    return log.seen();
  }

  private <T> T made(Kind kind, String key, Supplier<T> change) {
    try {
      return change.get();
    } catch (UnknownOutcomeException unknown) {
      try {
        changed(kind, key);
      } catch (RuntimeException unread) {
        // A failed read is no evidence of whether the change was made.
        unknown.addSuppressed(unread);
      }
      throw unknown;
    }
  }

  /** When this returns, this node knows all changes stored before. Other nodes know them soon. */
  private void changed(Kind kind, String key) {
    unpublished.set(!published(kind, key) || unpublished.get());
    synchronized (this) {
      try {
        if (unpublished.get()) {
          log.apply(List.of(new Change("0", kind, key)));
        } else {
          follow();
        }
      } catch (RuntimeException e) {
        // A change missing from the log would not be read again.
        log.reloadNext();
        throw e;
      }
    }
    dispatcher.publish(AccessMessages.CHANGED, new GateChanged(self));
  }

  private boolean published(Kind kind, String key) {
    try {
      stores.log().add(kind, key);
      return true;
    } catch (RuntimeException e) {
      LOG.warn(
          "announcement of a security change failed, other nodes will reload all entries: {}",
          e.toString());
      return false;
    }
  }

  /**
   * A killed node may have stored changes without log entries, so each node announces a full reload
   * at its start.
   */
  private void publishPending() {
    if (!log.isLoaded() || unpublished.get()) {
      stores.log().add(Kind.ALL, self);
      unpublished.set(false);
    }
  }

  private void follow() {
    registration.beforeRead();
    long begin = gate.confirmation().now();
    log.follow();
    gate.confirmation().confirm(begin);
    registration.afterRead(log.seen());
  }
}
