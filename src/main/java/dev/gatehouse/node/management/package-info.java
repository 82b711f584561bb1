/**
 * The management port (liveness, readiness, metrics, commands of the command line) and its metrics.
 */
package dev.gatehouse.node.management;
