/**
 * Pictures of products: decoders of JPEG and PNG, re-encoding in several widths, and their files.
 */
package dev.gatehouse.areas.commerce.pictures;
