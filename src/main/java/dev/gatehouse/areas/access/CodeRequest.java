package dev.gatehouse.areas.access;

/** A code that is shown or asked about. */
record CodeRequest(String code) {}
