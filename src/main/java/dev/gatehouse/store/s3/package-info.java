/**
 * Blobs in an object store that speaks S3, and this machine's bounded cache of them. Nothing here
 * is loaded unless the settings name such a store.
 */
package dev.gatehouse.store.s3;
