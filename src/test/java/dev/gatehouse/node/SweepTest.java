package dev.gatehouse.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.gatehouse.TestClock;
import dev.gatehouse.embedded.EmbeddedStore;
import dev.gatehouse.store.BlobFolder;
import dev.gatehouse.store.BlobOwner;
import dev.gatehouse.store.BlobWriter;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.FileBlobs;
import dev.gatehouse.store.Leases;
import dev.gatehouse.store.NamedBlob;
import dev.gatehouse.store.ReplacedBlobs;
import dev.gatehouse.store.StoreIdentity;
import dev.gatehouse.store.Trash;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What the sweep takes, when it takes nothing, and what it gives back. */
class SweepTest {
  private static final Duration KEPT = Duration.ofDays(7);
  private static final Logger LOG = (Logger) LoggerFactory.getLogger(Sweep.class);

  @TempDir Path folder;
  private final TestClock clock = new TestClock();
  private final Names names = new Names();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private EmbeddedStore store;
  private Documents documents;
  private StoreIdentity identity;
  private ReplacedBlobs replaced;
  private FileBlobs blobs;
  private Sweep sweep;

  /** Documents that name blobs; some names appear only when they were asked for once. */
  private static final class Names implements BlobOwner {
    final Set<String> names = ConcurrentHashMap.newKeySet();
    final Set<String> late = ConcurrentHashMap.newKeySet();

    @Override
    public Set<String> owned(Collection<String> some) {
      Set<String> owned = some.stream().filter(names::contains).collect(Collectors.toSet());
      some.stream().filter(late::remove).forEach(names::add);
      return owned;
    }

    @Override
    public Stream<NamedBlob> named() {
      return names.stream().map(name -> new NamedBlob(name, "a document", 0, ""));
    }
  }

  @BeforeEach
  void open() throws IOException {
    store = EmbeddedStore.open(folder.resolve("documents"), false, clock);
    documents = new Documents(store.documents("gatehouse"), new SecureRandom());
    Path files = folder.resolve("blobs");
    identity = new StoreIdentity(documents, "here", new BlobFolder(files), List.of());
    identity.check();
    replaced = new ReplacedBlobs(documents, clock);
    blobs = FileBlobs.open(files, 0, new SecureRandom());
    sweep = sweepOfANode();
    log.start();
    LOG.setLevel(Level.INFO);
    LOG.addAppender(log);
  }

  @AfterEach
  void close() {
    LOG.detachAppender(log);
    LOG.setLevel(null);
    store.close();
  }

  private Sweep sweepOfANode() {
    var leases = new Leases(documents, Duration.ofHours(2), Duration.ofSeconds(5), clock);
    var parts = new Sweep.Documents(identity, List.of(names), replaced, leases);
    return new Sweep(blobs, parts, KEPT, clock);
  }

  private String stored() throws IOException {
    try (BlobWriter writer = blobs.create()) {
      writer.write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
      return writer.commit().id();
    }
  }

  private void storeNamed(int number) throws IOException {
    for (int i = 0; i < number; i++) {
      names.names.add(stored());
    }
  }

  private boolean lies(String blob) throws IOException {
    return blobs.stat(blob).isPresent();
  }

  private List<String> trash() throws IOException {
    return blobs.trash().items().stream().map(Trash.Item::id).toList();
  }

  /** Two sweeps, as it takes to move anything. */
  private void sweepTwice() throws IOException {
    sweep.run();
    sweep.run();
  }

  private List<String> said() {
    return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Test
  void aFewOrphansGoToTheTrashWhenTheyAreSeenAgain() throws IOException {
    storeNamed(20);
    String orphan = stored();
    clock.advance(Duration.ofDays(2));
    sweep.run();
    assertTrue(lies(orphan), "seen once");
    sweep.run();
    assertEquals(List.of(orphan), trash());
    assertFalse(lies(orphan));
    assertEquals(new Sweep.Sizes(1, 3), sweep.sizes());
    assertEquals(20, blobs.count());
  }

  @Test
  void theYoungAreSpared() throws IOException {
    storeNamed(20);
    stored();
    clock.advance(Duration.ofHours(23));
    sweepTwice();
    assertEquals(List.of(), trash());
  }

  /** The upload is a minute old, and the clock says a year; its document comes a moment later. */
  @Test
  void aClockThatJumpsMakesNoUploadOld() throws IOException {
    storeNamed(20);
    String fresh = stored();
    clock.advance(Duration.ofDays(365));
    sweep.run();
    names.names.add(fresh);
    sweep.run();
    assertTrue(lies(fresh));
    assertEquals(List.of(), said(), "it was never moved");
  }

  @Test
  void theTrashIsEmptiedAfterAWeekByTheClockAndByItsHours() throws IOException {
    storeNamed(20);
    String orphan = stored();
    clock.advance(Duration.ofDays(2));
    sweepTwice();
    clock.advance(Duration.ofDays(365));
    for (int hour = 1; hour < KEPT.toHours(); hour++) {
      sweep.run();
    }
    assertEquals(List.of(orphan), trash(), "a clock that jumps is not enough");
    sweep.run();
    assertEquals(List.of(), trash());
    assertFalse(lies(orphan));
  }

  @Test
  void hoursThatFollowEachOtherTooFastDoNotEmptyTheTrash() throws IOException {
    storeNamed(20);
    String orphan = stored();
    clock.advance(Duration.ofDays(2));
    sweepTwice();
    clock.advance(Duration.ofDays(6));
    for (int hour = 0; hour < 2 * KEPT.toHours(); hour++) {
      sweep.run();
    }
    assertEquals(List.of(orphan), trash());
    Files.delete(folder.resolve("blobs/trash/hours"));
    clock.advance(Duration.ofDays(2));
    sweep.run();
    assertEquals(List.of(orphan), trash(), "a count that was lost begins again");
  }

  @Test
  void nothingMovesWhileMoreThanATenthWouldGo() throws IOException {
    storeNamed(18);
    String first = stored();
    String second = stored();
    clock.advance(Duration.ofDays(2));
    sweepTwice();
    assertEquals(2, trash().size(), "a tenth is usual");

    List<String> three = List.of(stored(), stored(), stored());
    clock.advance(Duration.ofDays(30));
    log.list.clear();
    for (int hour = 0; hour < 2 * KEPT.toHours(); hour++) {
      sweep.run();
    }
    assertEquals(Set.of(first, second), Set.copyOf(trash()), "and nothing is emptied either");
    for (String orphan : three) {
      assertTrue(lies(orphan));
    }
    assertEquals(1, said().size(), "said once: " + said());
    assertTrue(said().getFirst().startsWith("3 of 21 stored files"), said()::toString);
    assertTrue(said().getFirst().contains("scripts/gatehouse trash collect"), said()::toString);

    assertEquals(3, sweep.collect(false).ids().size());
    assertTrue(lies(three.getFirst()), "it was only asked");
    assertEquals(Set.copyOf(three), sweep.collect(true).ids());
    assertEquals(5, trash().size());
  }

  /** The first file of a database that is new, or another: all the older ones stay. */
  @Test
  void oneNewUploadIsNoReasonToTakeAllOthers() throws IOException {
    for (int i = 0; i < 5; i++) {
      stored();
    }
    clock.advance(Duration.ofDays(2));
    storeNamed(1);
    sweepTwice();
    assertEquals(6, blobs.count());
    assertEquals(List.of(), trash());
  }

  @Test
  void whatIsNamedWhileItMovesComesBack() throws IOException {
    storeNamed(20);
    String late = stored();
    clock.advance(Duration.ofDays(2));
    sweep.run();
    names.late.add(late);
    sweep.run();
    assertTrue(lies(late));
    assertEquals(List.of(), trash());
  }

  @Test
  void whatIsNamedAgainComesBackHoweverOldItIs() throws IOException {
    storeNamed(20);
    String orphan = stored();
    clock.advance(Duration.ofDays(2));
    sweepTwice();
    for (int hour = 0; hour < KEPT.toHours(); hour++) {
      sweep.run();
    }
    clock.advance(Duration.ofDays(30));
    names.names.add(orphan);
    sweep.run();
    assertTrue(lies(orphan));
  }

  @Test
  void anotherFolderIsNotSwept() throws IOException {
    storeNamed(20);
    stored();
    clock.advance(Duration.ofDays(2));
    sweep.run();
    Path mine = folder.resolve("blobs/identity");
    Files.writeString(mine, "gatehouse-blobs 1\n000000000000000000000001\n");
    sweep.run();
    assertEquals(List.of(), trash());
    assertThrows(IllegalStateException.class, () -> sweep.collect(true));
    assertThrows(IllegalStateException.class, () -> sweep.empty());
    Files.delete(mine);
    sweep.run();
    assertEquals(List.of(), trash(), "nor is one whose disk is gone");
  }

  @Test
  void oneNodeSweepsAtATime() throws IOException {
    storeNamed(20);
    stored();
    clock.advance(Duration.ofDays(2));
    Sweep other = sweepOfANode();
    sweep.run();
    other.run();
    other.run();
    assertEquals(List.of(), trash(), "the first has the lease");
    clock.advance(Duration.ofHours(3));
    other.run();
    other.run();
    assertEquals(1, trash().size(), "and has died");
  }

  /** What is known to be replaced is no guess, however large its share is. */
  @Test
  void whatWasReplacedIsDeletedSoon() throws IOException {
    storeNamed(1);
    List<String> old = List.of(stored(), stored(), stored());
    String named = names.names.iterator().next();
    replaced.add(old);
    replaced.add(List.of(named));
    clock.advance(Duration.ofHours(1));
    sweep.run();
    assertEquals(4, blobs.count());
    clock.advance(Duration.ofHours(3));
    sweep.run();
    assertEquals(1, blobs.count());
    assertTrue(lies(named), "a note is no proof");
    assertEquals(List.of(), replaced.before(clock.instant().plus(Duration.ofDays(1))));
    assertEquals(List.of(), trash());
  }

  @Test
  void leftoversOfTheDeadGoAndTheLivingStay() throws IOException {
    Path unfinished = folder.resolve("blobs/unfinished");
    Path dead = Files.writeString(unfinished.resolve("dead.part"), "half");
    Path living = Files.writeString(unfinished.resolve("living.part"), "half");
    clock.advance(Duration.ofDays(365));
    sweep.run();
    assertTrue(Files.exists(dead), "seen once, by a clock that may have jumped");
    Files.setLastModifiedTime(living, FileTime.from(Instant.now().plus(Duration.ofDays(365))));
    sweep.run();
    assertFalse(Files.exists(dead));
    assertTrue(Files.exists(living));
  }
}
