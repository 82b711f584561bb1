/**
 * Messages that providers send by themselves: the time within which one is taken, and the event
 * that counts once however often it is delivered. Whose signature it is, and what follows from an
 * event, are the areas'. The contract gives them its raw body ({@code x-body: raw}) and headers.
 */
package dev.gatehouse.provider.webhooks;
