/** Backups of a node's data: manifest, verification, restore, and the scheduled backups. */
package dev.gatehouse.node.backup;
