package dev.gatehouse.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a node knows of another one. */
class PeerTest {
  @Test
  void aPauseOfOnesOwnIsNoSilenceOfTheOther() {
    Peer peer = Peer.found("n", 100);
    peer.answers(Set.of("media"), 1_000);
    peer.excuse(5_000);
    assertEquals(1_000, peer.silence(7_000));
  }

  /** A node at rest is not to ask all others at each look. */
  @Test
  void itIsAskedAgainWhenItsPauseIsOver() {
    Peer peer = Peer.found("n", 100);
    assertTrue(peer.isDue(100, 750));
    peer.isAsked(100);
    assertFalse(peer.isDue(600, 750));
    assertTrue(peer.isDue(1_100, 750));
  }

  @Test
  void whoeverWaitsIsToldOnce() {
    Peer peer = Peer.found("n", 0);
    var told = new AtomicInteger();
    Runnable first = told::incrementAndGet;
    peer.await(first);
    peer.fail();
    peer.fail();
    assertEquals(1, told.get());
    Runnable answered = () -> told.addAndGet(10);
    peer.await(answered);
    peer.answered(answered);
    peer.lose();
    assertEquals(1, told.get());
    peer.await(told::incrementAndGet);
    assertEquals(2, told.get(), "too late: it is told at once");
  }
}
