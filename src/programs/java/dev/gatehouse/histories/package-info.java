/** Histories of concurrent requests to a cluster, and the check that they are linearizable. */
package dev.gatehouse.histories;
