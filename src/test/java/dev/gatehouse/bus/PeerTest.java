package dev.gatehouse.bus;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.bus.Peer.HostedAreas;
import org.junit.jupiter.api.Test;

/** The state that a node keeps about another node. */
class PeerTest {
  @Test
  void excludesOwnPauseFromPeerSilence() {
    Peer peer = new Peer("n", 100);
    peer.answers(HostedAreas.nothing("n"), 1_000);
    peer.extendDeadline(5_000);
    assertEquals(1_000, peer.silence(7_000));
  }

  /** The response to a query and the next announcement may be processed on different threads. */
  @Test
  void ignoresOutdatedAnnouncements() {
    Peer peer = new Peer("n", 0);
    peer.updateHosting(word(1, "media"), 1);
    assertTrue(peer.hosts("media"));
    peer.updateHosting(word(3), 2);
    peer.answers(word(2, "media"), 3);
    assertFalse(peer.hosts("media"), "it has said that it leaves");
    peer.updateHosting(word(4, "site"), 4);
    assertTrue(peer.hosts("site"));
  }

  /**
   * Announcements of a release without numbers are applied in order of arrival, as is a missing
   * response.
   */
  @Test
  void appliesUnnumberedAnnouncementsInOrder() {
    Peer peer = new Peer("n", 0);
    peer.updateHosting(word(5, "media"), 1);
    peer.updateHosting(word(OptionalLong.empty(), "site"), 2);
    assertTrue(peer.hosts("site"));
    peer.updateHosting(HostedAreas.nothing("n"), 3);
    assertFalse(peer.hosts("site"));
    peer.updateHosting(word(4, "media"), 4);
    assertFalse(peer.hosts("media"));
  }

  private static HostedAreas word(long number, String... areas) {
    return word(OptionalLong.of(number), areas);
  }

  private static HostedAreas word(OptionalLong number, String... areas) {
    return new HostedAreas("n", number, Set.of(areas), false, OptionalLong.empty());
  }

  /** An idle node must not query all peers at every check. */
  @Test
  void becomesDueWhenPauseIsOver() {
    Peer peer = new Peer("n", 100);
    assertTrue(peer.isDue(100, 750));
    peer.isAsked(100);
    assertFalse(peer.isDue(600, 750));
    assertTrue(peer.isDue(1_100, 750));
  }

  /** A late request of a node that was paused confirms an old announcement. */
  @Test
  void oldConfirmationDoesNotExtendSilence() {
    Peer peer = new Peer("n", 100);
    peer.confirms(2_000);
    peer.confirms(1_500);
    assertEquals(1_000, peer.silence(3_000));
    assertTrue(peer.isConfirmed(2_000, 600));
    assertFalse(peer.isConfirmed(2_100, 600));
  }

  @Test
  void notifiesEachWaiterOnce() {
    Peer peer = new Peer("n", 0);
    var reported = new AtomicInteger();
    Runnable first = reported::incrementAndGet;
    peer.await(first);
    peer.fail();
    peer.fail();
    assertEquals(1, reported.get());
    Runnable answered = () -> reported.addAndGet(10);
    peer.await(answered);
    peer.answered(answered);
    peer.lose();
    assertEquals(1, reported.get());
    peer.await(reported::incrementAndGet);
    assertEquals(2, reported.get(), "too late: it is reported at once");
  }
}
