/** Request bodies: bounded JSON, uploads streamed into the blob store, and digests. */
package dev.gatehouse.http.bodies;
