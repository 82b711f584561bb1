/**
 * The owner's command line. It talks to a running node over the management port and opens nothing
 * itself while one runs.
 */
package dev.gatehouse.cli;
