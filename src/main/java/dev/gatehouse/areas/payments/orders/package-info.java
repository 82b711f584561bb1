/**
 * Payment orders as they are stored: before their first call to the provider, and with each state
 * since. An order has a version, which each change wants as it was read.
 */
package dev.gatehouse.areas.payments.orders;
