/**
 * Formats that standards define and several rooms read or write: HTTP dates, points in time, web
 * addresses, the text of mail headers, SHA-256 in hex; and the build's step from YAML to JSON.
 */
package dev.gatehouse.formats;
