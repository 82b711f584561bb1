/**
 * Standard formats that several packages read or write: HTTP dates, points in time, web URLs, email
 * header text, parts of texts and SHA-256 in hex. Also contains the build step from YAML to JSON.
 */
package dev.gatehouse.formats;
