package dev.gatehouse.store;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.DocumentServer;
import dev.gatehouse.TestClock;
import dev.gatehouse.TestDocuments;
import dev.gatehouse.store.Leases.Hold;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Leases of two nodes with separate clocks. */
class LeasesTest {
  private static final Duration LENGTH = Duration.ofMinutes(1);
  private static final Duration SKEW = Duration.ofSeconds(5);
  private static final Duration YEAR = Duration.ofDays(365);

  @AutoClose private final Vertx vertx = Vertx.vertx();
  private final TestClock clock = TestClock.stoppedAt(Instant.EPOCH.plus(YEAR));
  private final TestClock othersClock = TestClock.stoppedAt(Instant.EPOCH.plus(YEAR));
  @AutoClose private DocumentServer store;
  private Leases one;
  private Leases other;

  @BeforeEach
  void open() {
    store = DocumentServer.start();
    Documents documents = TestDocuments.at(vertx, store.url());
    one = new Leases(documents, LENGTH, SKEW, clock);
    other = new Leases(documents, LENGTH, SKEW, othersClock);
  }

  private void pass(Duration time) {
    clock.advance(time);
    othersClock.advance(time);
  }

  @Test
  void grantsLeaseToOneHolderUntilExpiry() {
    assertEquals(Hold.NEW, one.take("job"));
    assertEquals(Hold.RENEWED, one.take("job"));
    assertEquals(Hold.NO, other.take("job"));
    pass(LENGTH);
    assertEquals(Hold.NO, other.take("job"));
    pass(SKEW.multipliedBy(2));
    assertEquals(Hold.NEW, other.take("job"));
    assertEquals(Hold.NO, one.take("job"));
    other.giveBack("job");
    assertEquals(Hold.NEW, one.take("job"));
  }

  /** Otherwise the released lease would be held for its whole length without a holder. */
  @Test
  void rejectsRenewalOfReleasedLease() {
    assertEquals(Hold.NEW, one.take("job"));
    assertTrue(one.renew("job"));
    one.giveBack("job");
    assertFalse(one.renew("job"));
    assertEquals(Hold.NEW, other.take("job"));
    assertFalse(one.renew("job"));
  }

  /** No other node held the lease, so no change was missed. */
  @Test
  void renewsExpiredLeaseForSameHolder() {
    assertEquals(Hold.NEW, one.take("job"));
    pass(LENGTH.plusSeconds(1));
    assertEquals(Hold.RENEWED, one.take("job"));
    pass(LENGTH.multipliedBy(10));
    assertEquals(Hold.RENEWED, one.take("job"));
  }

  @Test
  void expiresLeaseFromClockThatWasYearAhead() {
    clock.advance(YEAR);
    assertEquals(Hold.NEW, one.take("job"));
    assertEquals(Hold.NO, other.take("job"));
    pass(LENGTH.plus(SKEW));
    assertEquals(Hold.NO, other.take("job"));
    pass(SKEW.plusSeconds(1));
    assertEquals(Hold.NEW, other.take("job"));
    assertEquals(Hold.RENEWED, other.take("job"));
  }

  /** The holder's clock is wrong, but it runs and renews. */
  @Test
  void keepsLeaseOfHolderWithWrongClock() {
    clock.advance(YEAR);
    assertEquals(Hold.NEW, one.take("job"));
    for (int half = 0; half < 10; half++) {
      pass(LENGTH.dividedBy(2));
      assertEquals(Hold.RENEWED, one.take("job"));
      assertEquals(Hold.NO, other.take("job"));
    }
    clock.advance(YEAR.negated());
    assertEquals(Hold.RENEWED, one.take("job"), "its clock was set right");
    pass(LENGTH.plus(SKEW).plusSeconds(1));
    assertEquals(Hold.NEW, other.take("job"));
  }
}
