/**
 * Links that the site shows and hands out: hyperlinks, and short URLs with what they are followed
 * by.
 */
package dev.gatehouse.areas.site.links;
