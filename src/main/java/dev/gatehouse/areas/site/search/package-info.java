/** Files and notifications for crawlers: IndexNow submissions, robots.txt and security.txt. */
package dev.gatehouse.areas.site.search;
