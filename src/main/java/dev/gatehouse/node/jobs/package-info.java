/**
 * Background jobs: schedules, leases that let one node of a cluster run a job, and bounded shutdown
 * steps.
 */
package dev.gatehouse.node.jobs;
