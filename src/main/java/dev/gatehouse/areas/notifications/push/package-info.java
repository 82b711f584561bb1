/** Web Push: subscriptions, keys, and deliveries that cannot be turned against the house. */
package dev.gatehouse.areas.notifications.push;
