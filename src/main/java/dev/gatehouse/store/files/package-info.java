/** Files under DATA_DIR: owner-only permissions and the guard for free disk space. */
package dev.gatehouse.store.files;
