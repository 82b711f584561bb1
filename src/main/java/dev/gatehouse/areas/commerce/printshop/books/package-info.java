/** The sums of each month, in each currency by itself, and what follows from them. */
package dev.gatehouse.areas.commerce.printshop.books;
