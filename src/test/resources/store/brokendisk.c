// Preloaded into a process, lets its writing of files whose path begins with $SHIM_FILES fail while the file $SHIM_FAULT
// is there: that holds the call that fails, write or sync, and the number of the error. Made of what SQLite calls on Linux.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PATH_BYTES 1024
#define FAULT_BYTES 64
#define REAL(name) \
  static __typeof__(&name) real; \
  if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static int concerns(int fd) {
  char link[64], path[PATH_BYTES];
  const char *files = getenv("SHIM_FILES");
  if (!files) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, PATH_BYTES - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return !strncmp(path, files, strlen(files));
}

// Whether this call of this file fails now; then errno says why.
static int fails(int fd, const char *call) {
  char fault[FAULT_BYTES], which[FAULT_BYTES];
  int number, kept = errno, failing = 0;
  const char *name = getenv("SHIM_FAULT");
  int in = name ? syscall(SYS_openat, AT_FDCWD, name, O_RDONLY) : -1;
  if (in >= 0) {
    ssize_t length = syscall(SYS_read, in, fault, FAULT_BYTES - 1);
    syscall(SYS_close, in);
    fault[length < 0 ? 0 : length] = 0;
    failing = sscanf(fault, "%63s %d", which, &number) == 2 && !strcmp(which, call) && concerns(fd);
  }
  errno = failing ? number : kept;
  return failing;
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
  REAL(pwrite64);
  return fails(fd, "write") ? -1 : real(fd, bytes, length, offset);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) { return pwrite64(fd, bytes, length, offset); }

ssize_t write(int fd, const void *bytes, size_t length) {
  REAL(write);
  return fd > 2 && fails(fd, "write") ? -1 : real(fd, bytes, length);
}

int fsync(int fd) {
  REAL(fsync);
  return fails(fd, "sync") ? -1 : real(fd);
}

int fdatasync(int fd) {
  REAL(fdatasync);
  return fails(fd, "sync") ? -1 : real(fd);
}
