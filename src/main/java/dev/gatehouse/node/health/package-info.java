/** Health of a node and of its peers: dependency checks, heartbeats, partition detection. */
package dev.gatehouse.node.health;
