package dev.gatehouse.provider;

import module java.base;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;

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
