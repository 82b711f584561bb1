/**
 * Blobs in an S3-compatible object store, with a bounded local cache. No class is loaded here
 * unless the settings name such a store.
 */
package dev.gatehouse.store.s3;
