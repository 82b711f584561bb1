package dev.gatehouse.hostile;

import java.net.URI;
import java.time.Duration;

/** A load balancer or an orchestrator that probes the management port. */
final class ProbeWitness extends Witness {
  private static final int NUMBER = 2;
  private static final int OK = 200;

  private final WitnessClient client;

  /**
   * @param management address of the management port
   */
  ProbeWitness(URI management) {
    super(new WitnessRecord(), Duration.ofMillis(400));
    client = new WitnessClient(record(), management, SourceAddresses.ofWitness(NUMBER, 0));
  }

  @Override
  void step(int number) {
    client.send(OK, get(number % 2 == 0 ? "/readyz" : "/livez"));
  }
}
