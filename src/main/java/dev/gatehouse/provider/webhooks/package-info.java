/**
 * Webhooks of providers: checks the time of a delivery, and processes each event once even if it is
 * delivered repeatedly. The areas verify signatures and process the events. The contract gives them
 * the raw body ({@code x-body: raw}) and headers.
 */
package dev.gatehouse.provider.webhooks;
