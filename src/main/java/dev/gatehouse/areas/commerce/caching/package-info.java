/** In-memory cache of encoded answers to public reads. */
package dev.gatehouse.areas.commerce.caching;
