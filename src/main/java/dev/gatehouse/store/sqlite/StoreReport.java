package dev.gatehouse.store.sqlite;

import java.util.List;

/**
 * Result of checking a store's whole file.
 *
 * @param documents number of checked documents
 * @param faults descriptions of faults, at most a hundred; empty if the file is valid
 */
public record StoreReport(long documents, List<String> faults) {}
