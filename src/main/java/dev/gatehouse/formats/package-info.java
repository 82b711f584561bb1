/**
 * Text formats that standards define and several rooms write: HTTP dates, the text of mail headers.
 */
package dev.gatehouse.formats;
