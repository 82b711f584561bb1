/** Streamed events in one order, which the document store decides. */
package dev.gatehouse.area.sequence;
