package dev.gatehouse.areas.access;

import java.util.List;

/**
 * Request to create an API key.
 *
 * @param scopes permitted scopes; none permits everything
 */
record MakeKeyRequest(String name, List<String> scopes) {}
