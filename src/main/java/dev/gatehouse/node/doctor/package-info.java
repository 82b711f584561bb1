/** Checks of a node's environment, each with a remedy. */
package dev.gatehouse.node.doctor;
