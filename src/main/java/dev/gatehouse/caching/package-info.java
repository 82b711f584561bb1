/** The in-memory cache that everything else uses, and maps with a bound. */
package dev.gatehouse.caching;
