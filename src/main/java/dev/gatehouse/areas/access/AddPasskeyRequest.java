package dev.gatehouse.areas.access;

import java.util.List;

/**
 * Request to store a passkey that an authenticator has created.
 *
 * @param transports ways to reach the authenticator; null if unknown
 */
record AddPasskeyRequest(
    String name, String clientDataJSON, String attestationObject, List<String> transports) {}
