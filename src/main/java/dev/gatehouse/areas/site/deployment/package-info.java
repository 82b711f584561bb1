/** The addresses at which this server and the owner's other services are found. */
package dev.gatehouse.areas.site.deployment;
