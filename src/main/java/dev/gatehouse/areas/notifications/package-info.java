/**
 * Notifications area: notifies the owner by email, push and event stream; accepts hire forms; sends
 * the daily report.
 */
package dev.gatehouse.areas.notifications;
