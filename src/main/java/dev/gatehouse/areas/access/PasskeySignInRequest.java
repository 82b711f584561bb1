package dev.gatehouse.areas.access;

/** Signature of a challenge by a passkey. All fields are in base64url. */
record PasskeySignInRequest(
    String id, String clientDataJSON, String authenticatorData, String signature) {}
