/**
 * The seam between a node and its areas: what a node lends to an area's module, and all that it
 * must know of an area in return. No area's logic lives here.
 */
package dev.gatehouse.area;
