/**
 * The notifications area: what the owner is told, by mail, push and event stream; hire forms; the
 * daily report.
 */
package dev.gatehouse.areas.notifications;
