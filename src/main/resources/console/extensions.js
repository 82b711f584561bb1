/**
 * Pages of extensions, and areas without pages. The node replaces this file by its lists.
 * @module
 */

/** @type {{name: string, title: string, roles: string[]}[]} */
export const EXTENSIONS = [];

/** Areas that the owner does not use. @type {string[]} */
export const AREAS_OFF = [];
