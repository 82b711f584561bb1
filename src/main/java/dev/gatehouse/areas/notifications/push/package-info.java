/**
 * Web Push: subscriptions, keys, and deliveries that cannot be misused to call internal addresses.
 */
package dev.gatehouse.areas.notifications.push;
