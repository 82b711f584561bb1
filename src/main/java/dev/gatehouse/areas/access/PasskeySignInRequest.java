package dev.gatehouse.areas.access;

/**
 * Signature of a challenge by a passkey. All texts are in base64url.
 *
 * @param remember whether the session lasts longer; null for false
 */
record PasskeySignInRequest(
    String id,
    String clientDataJSON,
    String authenticatorData,
    String signature,
    Boolean remember) {}
