/** The books of a year, as the tax office asks for them. */
package dev.gatehouse.commerce.printshop.taxes;
