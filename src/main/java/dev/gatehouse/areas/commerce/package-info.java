/**
 * Commerce area: the catalog, listings on marketplaces, and reviews. Its parts are separate
 * packages that do not depend on each other.
 */
package dev.gatehouse.areas.commerce;
