package dev.gatehouse.areas.site.deployment;

import java.time.Instant;

/**
 * The address of a service.
 *
 * @param id the service's name
 * @param ip in its canonical form
 * @param guarded whether a visitor must leave it alone: the owner or a key registered it
 * @param updatedAt when it was registered last, changed or not
 */
record ServiceAddress(String id, String ip, boolean guarded, Instant updatedAt) {}
