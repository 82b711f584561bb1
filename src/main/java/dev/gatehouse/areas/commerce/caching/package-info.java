/** Answers to public reads, kept in memory as they were encoded. */
package dev.gatehouse.areas.commerce.caching;
