/**
 * The outbox: everything that is promised to the outside, mail first, is a document here before
 * anybody is told of it, and stays until it was delivered or the owner has seen why not. An area
 * enqueues under an id that follows from the occasion, so that whoever does not know whether it did
 * enqueues again; one worker a kind delivers. No area retries by itself.
 */
package dev.gatehouse.outbox;
