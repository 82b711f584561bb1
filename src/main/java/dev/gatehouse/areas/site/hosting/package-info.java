/** The deployments of the owner's sites, as hosting providers tell them. */
package dev.gatehouse.areas.site.hosting;
