/** The site area: the service itself, hyperlinks, short URLs. */
package dev.gatehouse.areas.site;
