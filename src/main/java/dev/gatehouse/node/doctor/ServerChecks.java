package dev.gatehouse.node.doctor;

import module java.base;

import dev.gatehouse.node.agreement.AgreementRepository;
import dev.gatehouse.node.agreement.SettingsAgreement;
import dev.gatehouse.node.storage.StoredBlobs;
import dev.gatehouse.node.storage.StoredDocuments;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.Documents;
import io.vertx.core.Vertx;

/** Requests to the document server and the object store, with their credentials. */
record ServerChecks(Settings settings, InstantSource clock) {
  private static final String MONGO = "mongo";

  /** Reads from the document server, and compares settings with those of other nodes. */
  List<Finding> mongo() {
    if (settings.mongo().url().isEmpty()) {
      return List.of();
    }
    Vertx vertx = Vertx.vertx();
    try {
      StoredDocuments stored = StoredDocuments.toRead(vertx, settings);
      try {
        return read(stored.documents());
      } finally {
        stored.closeClient();
      }
    } catch (RuntimeException e) {
      return List.of(
          Finding.problem(
              MONGO,
              StoredDocuments.place(settings) + " cannot be read: " + cause(e),
              "Start the server, or correct the address, user and password in mongo.url."));
    } finally {
      vertx.close().await();
    }
  }

  private List<Finding> read(Documents documents) {
    var repository = new AgreementRepository(documents, clock);
    repository.all();
    Finding ok = Finding.ok(MONGO, "the document server accepts the login and answers reads");
    if (!settings.section(ClusterChecks.CLUSTER).flag("enabled")) {
      return List.of(ok);
    }
    List<String> differences = SettingsAgreement.differences(settings, documents, clock);
    return List.of(ok, shared(differences));
  }

  private static Finding shared(List<String> differences) {
    if (differences.isEmpty()) {
      return Finding.ok(ClusterChecks.CLUSTER, "no running node has other shared settings");
    }
    return Finding.problem(
        ClusterChecks.CLUSTER,
        String.join("; ", differences),
        "Use the value of the other nodes, or change it on all nodes by cluster rotate.");
  }

  /** Requests the bucket of stored files. */
  List<Finding> bucket() {
    if (settings.section("blobs").text("s3Url").isEmpty()) {
      return List.of();
    }
    try (StoredBlobs blobs = StoredBlobs.of(settings)) {
      blobs.half().store();
      return List.of(Finding.ok("blobs", "the bucket " + blobs.half().place() + " can be read"));
    } catch (IOException | RuntimeException e) {
      return List.of(
          Finding.problem(
              "blobs",
              "the bucket cannot be read: " + cause(e),
              "Correct blobs.s3Url, s3Bucket and the keys, and create the bucket."));
    }
  }

  /** Returns the first cause, in which a driver explains itself. */
  private static String cause(Throwable e) {
    Throwable first = e;
    while (first.getCause() != null) {
      first = first.getCause();
    }
    return String.valueOf(first.getMessage());
  }
}
