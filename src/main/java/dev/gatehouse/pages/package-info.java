/** Public pages: templates, their design and texts, and the settings that change them. */
package dev.gatehouse.pages;
