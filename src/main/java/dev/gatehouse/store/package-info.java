/**
 * Storage: documents as records, blobs as immutable bytes, leases, secrets. Which documents and
 * blobs there are is the areas' business.
 */
package dev.gatehouse.store;
