/** Expenses that the owner enters by hand. */
package dev.gatehouse.commerce.printshop.expenditures;
