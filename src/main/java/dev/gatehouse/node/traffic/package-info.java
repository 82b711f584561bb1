/** Stored traffic of the last 24 hours and 30 days: requests, errors, durations and operations. */
package dev.gatehouse.node.traffic;
