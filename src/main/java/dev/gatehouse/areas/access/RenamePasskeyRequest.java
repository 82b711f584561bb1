package dev.gatehouse.areas.access;

/** Request to rename a passkey. */
record RenamePasskeyRequest(String name) {}
