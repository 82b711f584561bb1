package dev.gatehouse.access;

/** The plainest success. */
record Done(boolean success, String message) {}
