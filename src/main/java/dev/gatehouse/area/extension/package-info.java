/**
 * The API of extensions: areas in separate jar files. Extensions can load only this package and the
 * JDK. Its version is {@link dev.gatehouse.area.extension.Extension#API_VERSION}; within a version,
 * types and methods are only added.
 */
package dev.gatehouse.area.extension;
