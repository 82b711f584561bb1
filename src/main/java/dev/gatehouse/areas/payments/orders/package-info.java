/**
 * Stores payment orders. An order is stored before its first call to the provider and after each
 * change of state. It has a version, and a change applies only to the version that was read.
 */
package dev.gatehouse.areas.payments.orders;
