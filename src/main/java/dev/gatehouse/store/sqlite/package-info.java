/**
 * Embedded document store: mongo-java-server's query and update language over a SQLite file, which
 * serves as an ordered key-value store.
 *
 * <p>From the outside in: {@code EmbeddedMongo} provides the {@code Engine} over MongoDB's wire
 * protocol. {@code Readers} gives each read command a snapshot. {@code Writer} is the single thread
 * that writes, with one commit for all waiting commands. {@code WriteCommand} and {@code
 * IndexBuilds} split long work into slices.
 *
 * <p>{@code Databases}, {@code Catalog} and {@code StoredCollection} are the view of one session.
 * {@code CollectionData} keeps documents and the entries of {@code OrderedIndex} consistent. {@code
 * Planner} chooses the index of a query; {@code Scan} and {@code Results} execute it lazily. At the
 * bottom, {@code Session} has the rows and their checksums. {@code Sql} is a connection, and {@code
 * StoreFile} has the file, its format and its lock.
 *
 * <p>The package does not depend on records, areas or HTTP.
 */
package dev.gatehouse.store.sqlite;
