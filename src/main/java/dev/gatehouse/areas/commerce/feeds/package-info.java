/**
 * Sources of what the shop shows: JSON of any shape, over HTTP or in a file, and the access tokens
 * of those who want one.
 */
package dev.gatehouse.areas.commerce.feeds;
