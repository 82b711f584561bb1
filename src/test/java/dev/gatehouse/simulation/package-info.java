/** Deterministic simulation of orders, stock and payments: the real code on simulated parts. */
package dev.gatehouse.simulation;
