package dev.gatehouse.areas.access;

import java.util.List;

/**
 * A wish for an API key.
 *
 * @param scopes what it is good for; none for everything
 */
record MakeKeyRequest(String name, List<String> scopes) {}
