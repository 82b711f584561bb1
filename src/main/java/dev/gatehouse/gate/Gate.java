package dev.gatehouse.gate;

/** All that the gate of a node holds in memory, and the tokens that it signs and verifies. */
public record Gate(
    Bans bans, Revocations revocations, ApiKeys keys, Tokens tokens, ProvenCredentials proven) {}
