package dev.gatehouse.provider;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/**
 * The maker of a node's provider clients, with all that these share.
 *
 * @param random spreads attempts over time
 */
public record Providers(
    Vertx vertx, InstantSource clock, RandomGenerator random, MeterRegistry meters) {

  /** A client of one provider; an area makes it once. */
  public ProviderClient client(ProviderOptions options) {
    return new ProviderClient(this, options);
  }
}
