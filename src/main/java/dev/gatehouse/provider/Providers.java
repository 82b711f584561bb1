package dev.gatehouse.provider;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/**
 * Factory of a node's provider clients, with their shared dependencies.
 *
 * @param random adds jitter to retries
 * @param health outcome of the latest calls
 */
public record Providers(
    Vertx vertx,
    InstantSource clock,
    RandomGenerator random,
    MeterRegistry meters,
    ProviderHealth health) {

  public Providers(Vertx vertx, InstantSource clock, RandomGenerator random, MeterRegistry meters) {
    this(vertx, clock, random, meters, new ProviderHealth(clock));
  }

  /** Creates the client of one provider. An area creates it once. */
  public ProviderClient client(ProviderOptions options) {
    return new ProviderClient(this, options);
  }
}
