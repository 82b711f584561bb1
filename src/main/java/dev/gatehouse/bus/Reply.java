package dev.gatehouse.bus;

/** What comes back for a {@link Call}. */
public sealed interface Reply permits Answer, Failure {}
