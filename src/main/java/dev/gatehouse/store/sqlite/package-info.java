/**
 * The embedded document store: mongo-java-server's query and update language over a file of SQLite,
 * used as an ordered store of keys and values.
 *
 * <p>From the outside in: {@code EmbeddedMongo} puts the {@code Engine} behind MongoDB's wire
 * protocol. The engine runs commands: {@code Readers} gives each that reads a snapshot, {@code
 * Writer} is the one thread that writes and commits for all that wait, {@code WriteCommand} and
 * {@code IndexBuilds} cut what is long into slices. {@code Databases}, {@code Catalog} and {@code
 * StoredCollection} are what one session sees; {@code CollectionData} keeps documents and the
 * entries of {@code OrderedIndex} in step; {@code Planner} chooses the index of a query, {@code
 * Walk} and {@code Results} carry it out lazily. At the bottom {@code Session} has the rows and
 * their sums, {@code Sql} a connection, {@code StoreFile} the file, its format and its lock.
 *
 * <p>Nothing here knows records, areas or HTTP.
 */
package dev.gatehouse.store.sqlite;
