package dev.gatehouse.areas.access;

/**
 * Request to start a session with a code.
 *
 * @param remember whether the session lasts longer; null for false
 */
record SignInRequest(String code, Boolean remember) {}
