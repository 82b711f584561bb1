/**
 * Copies the orders of the print shop page by page, on one node at a time. Interrupted runs resume.
 */
package dev.gatehouse.areas.commerce.printshop.sync;
