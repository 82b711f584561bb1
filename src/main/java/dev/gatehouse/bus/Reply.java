package dev.gatehouse.bus;

/** Reply to a {@link Call}. */
public sealed interface Reply permits Answer, ApiError {}
