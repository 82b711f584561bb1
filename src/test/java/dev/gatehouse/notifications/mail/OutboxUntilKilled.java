package dev.gatehouse.notifications.mail;

import dev.gatehouse.settings.SettingsReader;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Leases;
import dev.gatehouse.store.embedded.EmbeddedMongo;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.MongoClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Promises letters and sends them until it is killed, or only sends what is left. Arguments: the
 * store's folder, the SMTP server's port, the run's name; {@code drain} as a fourth one ends it
 * when nothing waits. Says each letter's subject once it is promised.
 */
final class OutboxUntilKilled {
  private static final Duration LEASE = Duration.ofSeconds(1);
  private static final Duration SKEW = Duration.ofMillis(100);

  private OutboxUntilKilled() {}

  public static void main(String[] arguments) throws InterruptedException {
    InstantSource clock = InstantSource.system();
    Vertx vertx = Vertx.vertx();
    var store = EmbeddedMongo.start(Path.of(arguments[0]), 0, true);
    var client =
        MongoClient.create(
            vertx,
            new JsonObject()
                .put("connection_string", store.url())
                .put("db_name", "test")
                .put("useObjectId", false));
    var settings =
        new SettingsReader(
                Map.of(
                    "GATEHOUSE_SMTP_URL",
                    "smtp://127.0.0.1:" + arguments[1],
                    "GATEHOUSE_OWNER_EMAIL",
                    "owner@example.org"))
            .read(Path.of("none.yaml"));
    var documents = new Documents(client);
    var outbox = new Outbox(documents, "example.org", 100);
    outbox.prepare();
    var job =
        new OutboxJob(
            outbox,
            PostOffice.open(vertx, settings),
            new Leases(documents, LEASE, SKEW, clock),
            clock);
    if (arguments.length > 3) {
      drain(outbox, job);
      System.exit(0);
    }
    var promising = new AtomicBoolean(true);
    Thread.ofVirtual()
        .start(() -> {
          for (int number = 0; promising.get(); number++) {
            String subject = arguments[2] + "-" + number + ".";
            outbox.promise(Letter.toOwner("", subject, "text"), clock.instant());
            System.out.println(subject);
          }
        });
    while (true) {
      job.run();
      Thread.sleep(1);
    }
  }

  private static void drain(Outbox outbox, OutboxJob job) throws InterruptedException {
    while (!outbox.list(Outbox.State.WAITING, 1).isEmpty()
        || !outbox.list(Outbox.State.SENDING, 1).isEmpty()) {
      job.run();
      Thread.sleep(20);
    }
  }
}
