/**
 * Payments by a provider: orders are created, captured and tracked until they are paid. Every order
 * is stored before the provider receives it. An unknown outcome is read from the provider, never
 * guessed.
 */
package dev.gatehouse.areas.payments;
