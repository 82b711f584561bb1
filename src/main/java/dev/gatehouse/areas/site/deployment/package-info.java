/** Addresses of this server and of the owner's other services. */
package dev.gatehouse.areas.site.deployment;
