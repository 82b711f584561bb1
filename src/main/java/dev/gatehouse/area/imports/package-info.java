/** Imports of files that other programs export. */
package dev.gatehouse.area.imports;
