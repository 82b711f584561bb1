package dev.gatehouse.node.jobs;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Concurrently;
import dev.gatehouse.DocumentServer;
import dev.gatehouse.TestClock;
import dev.gatehouse.TestDocuments;
import dev.gatehouse.Unchecked;
import dev.gatehouse.Waiting;
import dev.gatehouse.area.Job;
import dev.gatehouse.area.Schedule;
import dev.gatehouse.node.jobs.LeasedJob.JobRepository;
import dev.gatehouse.settings.OwnerZone;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Leases;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs of two nodes over one store. */
@Tag("slow")
class LeasedJobTest {
  private static final Duration LEASE = Duration.ofMinutes(1);
  private static final Duration SKEW = Duration.ofSeconds(5);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration YEAR = Duration.ofDays(365);

  @AutoClose private final Vertx vertx = Vertx.vertx();
  private final TestClock clock = new TestClock();
  private final AtomicInteger runs = new AtomicInteger();
  @AutoClose private DocumentServer store;
  private Documents documents;

  @BeforeEach
  void open() {
    clock.set(Instant.parse("2027-03-12T13:00:00Z")); // 8:00 Eastern
    clock.stop();
    store = DocumentServer.start();
    documents = TestDocuments.at(vertx, store.url());
  }

  @Test
  void runsOncePerIntervalAcrossNodes() throws Exception {
    LeasedJob one = hourly(progress -> runs.incrementAndGet());
    LeasedJob other = hourly(progress -> runs.incrementAndGet());
    expect(1, one, other);
    clock.advance(HOUR.minusSeconds(10));
    expect(1, other, one);
    clock.advance(Duration.ofSeconds(20));
    expect(2, other, one);
    clock.advance(HOUR.multipliedBy(7));
    expect(3, one, other, one);
  }

  @Test
  void runsOnceForConcurrentLooks() throws Exception {
    for (int hour = 1; hour < 4; hour++) {
      Concurrently.times(
          20,
          i ->
              Unchecked.get(() -> {
                hourly(progress -> runs.incrementAndGet()).look();
                return i;
              }));
      assertEquals(hour, runs.get());
      clock.advance(HOUR.plusMinutes(1));
    }
  }

  @Test
  void runsOnceAfterMissedDays() throws Exception {
    var schedule = new Schedule.Daily(LocalTime.of(9, 0), OwnerZone.BOOKS);
    LeasedJob job = job(schedule, progress -> runs.incrementAndGet());
    expect(1, job);
    clock.advance(Duration.ofMinutes(59));
    expect(1, job);
    clock.advance(Duration.ofMinutes(2));
    expect(2, job);
    clock.advance(Duration.ofDays(5));
    expect(3, job, job);
    clock.advance(Duration.ofHours(24));
    expect(4, job(schedule, progress -> runs.incrementAndGet()));
  }

  @Test
  void retriesSoonAfterFailureAndStoresIt() throws Exception {
    var fails = new AtomicInteger(2);
    LeasedJob job =
        hourly(progress -> {
          progress.report("half done");
          runs.incrementAndGet();
          if (fails.getAndDecrement() > 0) {
            throw new IllegalStateException("no luck");
          }
        });
    assertThrows(IllegalStateException.class, job::look);
    JobRepository.JobState state = job.stored();
    assertEquals(1, state.failures());
    assertEquals("java.lang.IllegalStateException: no luck", state.last().error());
    assertEquals("half done", state.last().progress());
    expect(1, job);
    clock.advance(Duration.ofSeconds(31));
    assertThrows(IllegalStateException.class, job::look);
    clock.advance(Duration.ofSeconds(31));
    expect(2, job);
    clock.advance(Duration.ofSeconds(31));
    expect(3, job);
    assertEquals(0, job.stored().failures());
    assertNull(job.stored().last().error());
    clock.advance(Duration.ofMinutes(50));
    expect(3, job);
  }

  /** Neither what it wrote as done nor as failed, nor its lease, keeps others from the job. */
  @Test
  void recoversFromClockThatWasAYearAhead() throws Exception {
    clock.advance(YEAR);
    LeasedJob fine = hourly(progress -> runs.incrementAndGet());
    expect(1, fine);
    clock.advance(YEAR.negated());
    assertTrue(fine.wantsLook(), "its own next look lies in the future, too");
    expect(2, fine);

    clock.advance(YEAR.plus(HOUR));
    assertThrows(
        IllegalStateException.class,
        hourly(progress -> {
          throw new IllegalStateException("no luck");
        })
            ::look);
    clock.advance(YEAR.negated());
    expect(3, fine);

    clock.advance(YEAR);
    leases().take("job.test.job"); // by a node that dies
    clock.advance(YEAR.negated().plus(HOUR).plusMinutes(1));
    expect(3, fine);
    clock.advance(LEASE.plus(SKEW.multipliedBy(2)).plusSeconds(1));
    expect(4, fine);
  }

  @Test
  void takesOverAfterLeaseExpires() throws Exception {
    leases().take("job.test.job");
    LeasedJob job = hourly(progress -> runs.incrementAndGet());
    expect(0, job);
    clock.advance(LEASE.plus(SKEW).plusSeconds(1));
    expect(1, job);
  }

  /**
   * Returns a running job that ends only by an interruption.
   *
   * @param cut is counted down by the interruption
   */
  private LeasedJob endless(CountDownLatch cut) throws InterruptedException {
    var begun = new CountDownLatch(1);
    LeasedJob slow =
        hourly(progress -> {
          begun.countDown();
          new CountDownLatch(1).await();
        });
    Thread.ofVirtual()
        .start(() -> {
          try {
            slow.look();
          } catch (InterruptedException e) {
            cut.countDown();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
    begun.await();
    return slow;
  }

  /** A run for longer than its lease keeps it; who has lost it is cut off. */
  @Test
  void renewsLeaseAndInterruptsRunAfterLosingIt() throws Exception {
    var cut = new CountDownLatch(1);
    LeasedJob slow = endless(cut);
    LeasedJob other = hourly(progress -> runs.incrementAndGet());
    for (int i = 0; i < 5; i++) {
      clock.advance(LEASE.dividedBy(2));
      slow.renew();
      assertTrue(slow.isRunning());
      expect(0, other);
    }
    clock.advance(LEASE.plus(SKEW.multipliedBy(2)));
    expect(1, other);
    leases().take("job.test.job");
    slow.renew();
    cut.await();
    Waiting.until(() -> !slow.isRunning());
    assertFalse(slow.isRunning());
  }

  /** Without its store a node can't renew, and another node may run the job after the lease. */
  @Test
  void interruptsRunWhoseLeaseCannotBeRenewed() throws Exception {
    var cut = new CountDownLatch(1);
    LeasedJob slow = endless(cut);
    clock.advance(LEASE.dividedBy(2));
    slow.renew();
    clock.advance(LEASE.minusSeconds(1));
    slow.endIfExpired();
    assertEquals(1, cut.getCount());
    clock.advance(Duration.ofSeconds(1));
    slow.endIfExpired();
    cut.await();
    Waiting.until(() -> !slow.isRunning());
  }

  /**
   * A node that was paused ends its run, successfully or not, after another node has done the work.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void keepsResultOfNodeThatTookOver(boolean well) throws Exception {
    var begun = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    LeasedJob slow =
        hourly(progress -> {
          begun.countDown();
          goOn.await();
          if (!well) {
            throw new IllegalStateException("no luck");
          }
        });
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      threads.submit(() -> {
        slow.look();
        return null;
      });
      begun.await();
      clock.advance(LEASE.plus(SKEW).plusSeconds(1));
      LeasedJob other = hourly(progress -> runs.incrementAndGet());
      expect(1, other);
      JobRepository.JobState done = other.stored();
      goOn.countDown();
      Waiting.until(() -> !slow.isRunning());
      assertEquals(done, slow.stored());
      expect(1, other, slow);
    }
  }

  private void expect(int number, LeasedJob... looks) throws Exception {
    for (LeasedJob each : List.of(looks)) {
      each.look();
    }
    assertEquals(number, runs.get());
  }

  private LeasedJob hourly(Job.Work work) {
    return job(new Schedule.Every(HOUR), work);
  }

  private LeasedJob job(Schedule schedule, Job.Work work) {
    return new LeasedJob(
        new Job("test.job", schedule, false, work), new JobRepository(documents), leases(), clock);
  }

  private Leases leases() {
    return new Leases(documents, LEASE, SKEW, clock);
  }
}
