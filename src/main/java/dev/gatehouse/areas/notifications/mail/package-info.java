/** Email: its content, its transports, and its delivery from the outbox. */
package dev.gatehouse.areas.notifications.mail;
