/**
 * Embedded document store: a SQLite file with a table for each collection, whose rows have a
 * document as JSONB.
 *
 * <p>{@code EmbeddedDocuments} executes the commands. {@code Condition} translates queries to SQL,
 * {@code Change} applies updates, {@code Lists} creates what SQLite's planner uses. {@code Readers}
 * gives each read a snapshot. {@code Writer} is the single thread that writes, with one commit for
 * all waiting commands. {@code Sql} is a connection, and {@code StoreFile} has the file, its format
 * and its lock. {@code Conversion} reads a {@code FormerStore}.
 *
 * <p>The package does not depend on records, areas or HTTP.
 */
package dev.gatehouse.store.sqlite;
