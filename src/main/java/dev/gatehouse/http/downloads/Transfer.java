package dev.gatehouse.http.downloads;

import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.store.blobs.Rendition;

/**
 * Bytes of a rendition that a client is to receive.
 *
 * @param length number of bytes; -1 for all
 * @param gone run when the blob does not exist; no bytes have been sent then
 */
record Transfer(
    Exchange exchange, Rendition rendition, String blob, long offset, long length, Runnable gone) {}
