/**
 * Payments by way of a provider: orders are created, captured and followed until the money is here.
 * Every order is stored before the provider hears of it, and what is not known to have happened is
 * read from the provider, never guessed.
 */
package dev.gatehouse.areas.payments;
