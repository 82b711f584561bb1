package dev.gatehouse.areas.access;

import java.util.List;

/**
 * Request to create an API key.
 *
 * @param scopes permitted scopes; none permits everything
 * @param perMinute requests in a minute; null for the general limits
 * @param expiresInDays null for a key that does not expire
 */
record MakeKeyRequest(String name, List<String> scopes, Integer perMinute, Integer expiresInDays) {}
