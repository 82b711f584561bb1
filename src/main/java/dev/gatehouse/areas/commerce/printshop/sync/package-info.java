/** Copies the orders of the print shop: page by page, one node at a time, to be gone on with. */
package dev.gatehouse.areas.commerce.printshop.sync;
