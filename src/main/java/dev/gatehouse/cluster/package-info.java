/**
 * Cluster support: Hazelcast, the event bus between nodes, and the settings that all nodes must
 * share. None of it is loaded on a node outside a cluster.
 */
package dev.gatehouse.cluster;
