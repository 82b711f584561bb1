/*
 * Preloaded into a program: adds the seconds in a file to the program's clock, and leaves the
 * monotonic clock alone. The file is named by CLOCK_FILE. A change takes effect at once.
 *
 *   gcc -O2 -shared -fPIC -o clock.so scripts/peers/clock.c
 *   printf '%8d' 0 > clock; LD_PRELOAD=./clock.so CLOCK_FILE=clock PROGRAM
 *
 * The file always has eight bytes. Debian's libfaketime also replaces the waits of threads, which
 * makes each waiting thread of a JVM busy.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define DIGITS 8

static const volatile char *text;

__attribute__((constructor)) static void map_file(void) {
  const char *name = getenv("CLOCK_FILE");
  int file = name == NULL ? -1 : open(name, O_RDONLY | O_CLOEXEC);
  if (file >= 0) {
    void *mapped = mmap(NULL, DIGITS, PROT_READ, MAP_SHARED, file, 0);
    text = mapped == MAP_FAILED ? NULL : mapped;
    close(file);
  }
}

static time_t offset(void) {
  time_t seconds = 0;
  int negative = 0;
  for (int i = 0; text != NULL && i < DIGITS; i++) {
    char c = text[i];
    negative |= c == '-';
    if (c >= '0' && c <= '9') {
      seconds = seconds * 10 + (c - '0');
    }
  }
  return negative ? -seconds : seconds;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int result = (int)syscall(SYS_clock_gettime, clock, now);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
    now->tv_sec += offset();
  }
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  int result = (int)syscall(SYS_gettimeofday, now, zone);
  if (result == 0) {
    now->tv_sec += offset();
  }
  return result;
}

time_t time(time_t *copy) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (copy != NULL) {
    *copy = now.tv_sec;
  }
  return now.tv_sec;
}
