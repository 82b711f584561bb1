/** Downloads: claim checks, ranges, conditions, and bytes streamed with back-pressure. */
package dev.gatehouse.http.downloads;
