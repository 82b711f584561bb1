/**
 * Formats that standards define and several rooms read or write: HTTP dates, points in time, web
 * addresses, the text of mail headers, SHA-256 in hex.
 */
package dev.gatehouse.formats;
