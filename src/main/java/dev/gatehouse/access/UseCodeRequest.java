package dev.gatehouse.access;

/** The daily code, to be used up. */
record UseCodeRequest(String code, String usedBy) {}
