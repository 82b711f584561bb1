/**
 * Transactional outbox: every outgoing message, mainly email, is persisted before the request is
 * acknowledged. It is kept until it was delivered or the owner has seen its error.
 *
 * <p>An area enqueues under an id that is derived from the cause. After an unknown outcome it can
 * therefore enqueue again. One worker delivers each kind, and no area retries by itself.
 */
package dev.gatehouse.outbox;
