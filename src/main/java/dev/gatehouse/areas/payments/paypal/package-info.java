/**
 * Client of a payment provider of the PayPal kind (Orders v2): its calls, its statuses and errors,
 * and the signatures of its webhooks. This package neither stores orders nor replies to clients.
 */
package dev.gatehouse.areas.payments.paypal;
