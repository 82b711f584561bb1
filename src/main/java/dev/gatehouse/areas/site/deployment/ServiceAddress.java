package dev.gatehouse.areas.site.deployment;

import java.time.Instant;

/**
 * The address of a service.
 *
 * @param id the service's name
 * @param ip in canonical form
 * @param guarded whether visitors may not change it, because the owner or a key registered it
 * @param updatedAt time of the last registration, also if the address was unchanged
 * @param port null if unknown
 * @param version of the service's release; null if unknown
 * @param url of the service; null if unknown
 */
record ServiceAddress(
    String id,
    String ip,
    boolean guarded,
    Instant updatedAt,
    Integer port,
    String version,
    String url) {}
