/**
 * The embedded document server: mongo-java-server's wire protocol and query language over an
 * MVStore file of our own.
 *
 * <p>From the outside in: {@code EmbeddedMongo} starts and stops it; {@code DocumentBackend} runs
 * one command at a time and commits before the reply; {@code DocumentDatabase} and its commands
 * speak MongoDB's command language; {@code StoredCollection} keeps documents and {@code
 * OrderedIndex} their entries in step; {@code Planner} chooses the index of a query, {@code Walk}
 * and {@code Results} carry it out lazily; {@code StoreFile} is the file, its commits and its
 * troubles.
 */
package dev.gatehouse.embedded;
