package dev.gatehouse.packaged;

import module java.base;

import dev.gatehouse.node.health.ClockWatch;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Leases;
import dev.gatehouse.store.mongo.MongoDocuments;
import dev.gatehouse.store.mongo.MongoTimes;
import dev.gatehouse.store.mongo.MongoUrl;
import dev.gatehouse.time.TimeSource;
import dev.gatehouse.time.TrustedClock;
import io.vertx.core.Vertx;
import io.vertx.ext.mongo.MongoClient;

/**
 * A process that takes leases as a node does, beside that node. Each line of its input is a number,
 * "take", "renew" or "release", and a job. It prints the number and the result.
 */
public final class LeaseHolder {
  /** Duration of a lease. */
  static final Duration LENGTH = Duration.ofSeconds(2);

  static final Duration SKEW = Duration.ofSeconds(2);
  static final String READY = "ready";

  private static final Duration TIMEOUT = Duration.ofSeconds(3);
  private static final Duration CONFIRMATION = Duration.ofHours(1);
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final Leases leases;

  private LeaseHolder(Leases leases) {
    this.leases = leases;
  }

  /**
   * @param arguments URL of the document store
   */
  public static void main(String... arguments) throws IOException {
    try {
      serve(arguments[0]);
      System.exit(0);
    } catch (RuntimeException e) {
      // The threads of Vert.x would keep the process.
      System.err.println("the lease holder cannot start: " + e);
      System.exit(1);
    }
  }

  private static void serve(String url) throws IOException {
    Vertx vertx = Vertx.vertx();
    Documents documents = documents(vertx, MongoUrl.of(url));
    var clock = new TrustedClock(TimeSource.system(), CONFIRMATION);
    var watch = new ClockWatch(clock, documents, LENGTH);
    watch.begin();
    Thread.ofVirtual().start(() -> watch(watch));
    var holder = new LeaseHolder(new Leases(documents, LENGTH, SKEW, clock.guarded()));
    holder.say(READY);
    holder.serve();
  }

  private static Documents documents(Vertx vertx, MongoUrl url) {
    MongoClient client =
        MongoClient.create(vertx, url.settings().mergeIn(MongoTimes.ofCommands(TIMEOUT, TIMEOUT)));
    MongoClient signs =
        MongoClient.create(
            vertx, url.settings().mergeIn(MongoTimes.ofServerChecks(TIMEOUT, TIMEOUT)));
    return new Documents(new MongoDocuments(client, signs, TIMEOUT), new SecureRandom());
  }

  private static void watch(ClockWatch watch) {
    while (true) {
      try {
        watch.job().work().run(text -> {});
      } catch (Exception away) {
        // The next look follows in a second.
      }
      LockSupport.parkNanos(SECOND);
    }
  }

  /** Serves requests until the end of the input. */
  private void serve() throws IOException {
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      String[] words = line.split(" ");
      Thread.ofVirtual().start(() -> say(words[0] + ' ' + result(words[1], words[2])));
    }
  }

  private String result(String what, String job) {
    try {
      return switch (what) {
        case "take" -> leases.take(job).name();
        case "renew" -> Boolean.toString(leases.renew(job));
        default -> {
          leases.giveBack(job);
          yield "ok";
        }
      };
    } catch (RuntimeException unknown) {
      return LeaseHolders.UNKNOWN;
    }
  }

  private void say(String line) {
    synchronized (System.out) {
      System.out.println(line);
      System.out.flush();
    }
  }
}
