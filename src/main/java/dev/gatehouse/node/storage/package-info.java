/**
 * The store of a node: opening documents and blobs together, the sweep of unreferenced blobs, the
 * trash, verification.
 */
package dev.gatehouse.node.storage;
