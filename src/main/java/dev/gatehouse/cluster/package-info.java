/**
 * How a node becomes one of several: Hazelcast, the event bus between nodes, and what their
 * settings must have in common. Nothing of it is loaded on a node that is alone.
 */
package dev.gatehouse.cluster;
