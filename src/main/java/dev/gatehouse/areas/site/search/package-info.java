/**
 * The words of the site to machines that visit it: search engines are told what has changed, robots
 * where they may go, finders of holes whom to write to.
 */
package dev.gatehouse.areas.site.search;
