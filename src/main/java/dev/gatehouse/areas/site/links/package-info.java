/** Hyperlinks, and short URLs with the counting of their clicks. */
package dev.gatehouse.areas.site.links;
