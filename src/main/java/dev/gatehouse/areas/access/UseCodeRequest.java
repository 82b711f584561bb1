package dev.gatehouse.areas.access;

/** The daily code, to be used up. */
record UseCodeRequest(String code, String usedBy) {}
