package dev.gatehouse.store.sqlite;

import java.util.List;

/**
 * The outcome of a check of everything in a store's file.
 *
 * @param documents how many were looked at
 * @param entries of indexes that were looked at
 * @param faults in words, at most a hundred; empty when all is well
 */
public record StoreReport(long documents, long entries, List<String> faults) {}
