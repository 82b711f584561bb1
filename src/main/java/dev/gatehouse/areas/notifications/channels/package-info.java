/** Ways by which notifications reach the owner, beside email and push. */
package dev.gatehouse.areas.notifications.channels;
