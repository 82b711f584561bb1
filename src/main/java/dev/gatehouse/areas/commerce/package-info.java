/**
 * The commerce area, put together: what is sold, where else it is offered, and what buyers say of
 * it. Each part lives in a package of its own and knows none of the others.
 */
package dev.gatehouse.areas.commerce;
