package dev.gatehouse.notifications;

/** What the area answers where there is nothing to show. */
record Done(boolean success, String message) {}
