/**
 * The owner's command line. It calls a running node over the management port, and opens the data
 * itself only if no node is running.
 */
package dev.gatehouse.cli;
