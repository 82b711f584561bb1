/** Deployments of the owner's sites, from the hosting providers' APIs. */
package dev.gatehouse.areas.site.hosting;
