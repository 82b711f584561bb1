/** Log output of a node: one line per entry, written in batches. */
package dev.gatehouse.node.logging;
