/**
 * Documents on a MongoDB server: commands, failures, and detection of a server that does not
 * respond.
 */
package dev.gatehouse.store.mongo;
