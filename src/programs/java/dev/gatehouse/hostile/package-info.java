/** Hostile clients of a packaged node, and witnesses that use the node meanwhile. */
package dev.gatehouse.hostile;
