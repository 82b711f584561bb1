/** Loads extensions, and connects them to the node through {@code area.extension}. */
package dev.gatehouse.node.extensions;
