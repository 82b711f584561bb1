/** Notifications to systemd: readiness, status, stop and watchdog. */
package dev.gatehouse.node.systemd;
