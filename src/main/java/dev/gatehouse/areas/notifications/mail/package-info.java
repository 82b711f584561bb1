/**
 * E-mail: what a letter is, how it leaves the house, and the outbox of those that were promised.
 */
package dev.gatehouse.areas.notifications.mail;
