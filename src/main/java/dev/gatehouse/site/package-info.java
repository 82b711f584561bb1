/** The site area: what the site shows of the service itself. */
package dev.gatehouse.site;
