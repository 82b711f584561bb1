/**
 * Text formats that standards define and several rooms read or write: HTTP dates, points in time,
 * the text of mail headers.
 */
package dev.gatehouse.formats;
