package dev.gatehouse.access;

/** A code that is shown or asked about. */
record CodeRequest(String code) {}
