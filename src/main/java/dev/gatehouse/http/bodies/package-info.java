/** Bodies of requests: JSON within bounds, uploads streamed into the blob store, digests. */
package dev.gatehouse.http.bodies;
