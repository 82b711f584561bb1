package dev.gatehouse.area;

import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.outbox.Outbox;
import dev.gatehouse.pages.Pages;
import dev.gatehouse.provider.Providers;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Secrets;
import dev.gatehouse.store.blobs.BlobStore;
import dev.gatehouse.time.TrustedClock;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;

/** Services that a node provides to its area modules. */
public record NodeServices(
    Settings settings, Runtime runtime, Storage storage, Outbox outbox, Pages pages) {
  public NodeServices(Settings settings, Runtime runtime, Storage storage) {
    this(
        settings,
        runtime,
        storage,
        new Outbox(storage.documents(), runtime.clock()),
        Pages.of(settings));
  }

  /**
   * Threads that run calls, and clients for outgoing requests.
   *
   * @param codecs runs CPU-intensive work; the width of this pool is its limit
   * @param providers creates the clients by which areas call other services
   */
  public record Runtime(
      Vertx vertx,
      Dispatcher dispatcher,
      WorkerExecutor codecs,
      TrustedClock clock,
      SecureRandom random,
      Providers providers) {}

  /**
   * Stores of a node.
   *
   * @param secrets secrets in this data directory
   * @param folder the data directory
   */
  public record Storage(Documents documents, BlobStore blobs, Secrets secrets, Path folder) {}

  public Vertx vertx() {
    return runtime.vertx();
  }

  public Dispatcher dispatcher() {
    return runtime.dispatcher();
  }

  public WorkerExecutor codecs() {
    return runtime.codecs();
  }

  public TrustedClock clock() {
    return runtime.clock();
  }

  public SecureRandom random() {
    return runtime.random();
  }

  public Providers providers() {
    return runtime.providers();
  }

  public Documents documents() {
    return storage.documents();
  }

  public BlobStore blobs() {
    return storage.blobs();
  }

  public Secrets secrets() {
    return storage.secrets();
  }

  /**
   * Returns signed links that any node can verify. Their secret is in the documents, which all
   * nodes share.
   */
  public SignedLinks links() throws IOException {
    String name = "signed-links";
    return new SignedLinks(documents().secret(name, secrets().random(name)), clock().guarded());
  }
}
