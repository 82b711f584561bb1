package dev.gatehouse.areas.access;

/** Request with a code to verify. */
record CodeRequest(String code) {}
