package dev.gatehouse.areas.access;

/** Request to use the daily code. */
record UseCodeRequest(String code, String usedBy) {}
