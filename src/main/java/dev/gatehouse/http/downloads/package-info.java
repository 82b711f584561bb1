/** Downloads: claim checks redeemed, ranges and conditions, bytes streamed under back-pressure. */
package dev.gatehouse.http.downloads;
