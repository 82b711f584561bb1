package dev.gatehouse.area;

import module java.base;

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

/**
 * Services that a node provides to its area modules.
 *
 * @param codecs runs CPU-intensive work; the width of this pool is its limit
 * @param providers creates the clients by which areas call other services
 * @param secrets secrets in the data directory
 * @param folder the data directory
 */
public record NodeServices(
    Settings settings,
    Vertx vertx,
    Dispatcher dispatcher,
    WorkerExecutor codecs,
    TrustedClock clock,
    SecureRandom random,
    Providers providers,
    Documents documents,
    BlobStore blobs,
    Secrets secrets,
    Path folder,
    Outbox outbox,
    Pages pages) {
  /**
   * Returns signed links that any node can verify. Their secret is in the documents, which all
   * nodes share.
   */
  public SignedLinks links() throws IOException {
    String name = "signed-links";
    return new SignedLinks(documents.secret(name, secrets.random(name)), clock.guarded());
  }
}
