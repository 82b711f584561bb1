/**
 * Storage: documents as records, blobs as immutable bytes, leases and secrets. The areas define
 * which documents and blobs exist.
 */
package dev.gatehouse.store;
