/**
 * The payment provider of the PayPal kind (Orders v2): its calls, its words for what became of an
 * order, and the signature of its webhooks. What is stored and what clients are told is not here.
 */
package dev.gatehouse.areas.payments.paypal;
