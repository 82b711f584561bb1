/**
 * Pages of extensions. The node replaces this file by the list of the installed ones.
 * @module
 */

/** @type {{name: string, title: string, roles: string[]}[]} */
export const EXTENSIONS = [];
