/** Stored orders of the print shop, and what each adds to the sums of its month. */
package dev.gatehouse.areas.commerce.printshop.orders;
