package dev.gatehouse.http.bodies;

import dev.gatehouse.bus.Upload;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.store.blobs.Blobs;
import io.vertx.core.WorkerExecutor;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Blobs in which uploads are staged. Workers write them, and they are deleted if the request does
 * not reach its area.
 */
public record StagedUploads(Blobs blobs, WorkerExecutor workers) {
  private static final Logger LOG = LoggerFactory.getLogger(StagedUploads.class);

  /** Called after the response has ended or the client has disconnected. */
  void dropUnlessHandedOver(Exchange exchange) {
    if (!exchange.handedOver) {
      drop(exchange);
    }
  }

  public void drop(Exchange exchange) {
    List<Upload> uploads = exchange.uploads;
    exchange.uploads = List.of();
    for (Upload upload : uploads) {
      workers
          .executeBlocking(() -> blobs.delete(upload.blob()), false)
          .onFailure(
              problem -> LOG.warn("staged blob {} could not be deleted", upload.blob(), problem));
    }
  }
}
