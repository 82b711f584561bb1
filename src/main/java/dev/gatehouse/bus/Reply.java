package dev.gatehouse.bus;

/** The reply to a {@link Call}. */
public sealed interface Reply permits Answer, ApiError {}
