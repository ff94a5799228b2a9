/*
 * Put before the C library of a service (LD_PRELOAD), it makes the disk of the service database slow or failing while
 * the service runs. DISK_FAULTS names a directory:
 *
 *   hold     while it exists, no sync of the database returns; `waiting` appears when one waits
 *   fail     while it exists, no write to the database succeeds: the disk is full
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static void name_of(char *path, size_t size, const char *name) {
  const char *dir = getenv("DISK_FAULTS");
  snprintf(path, size, "%s/%s", dir == NULL ? "" : dir, name);
}

static int exists(const char *name) {
  char path[4096];
  name_of(path, sizeof path, name);
  return access(path, F_OK) == 0;
}

static int is_database(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return strstr(path, "service.sqlite") != NULL;
}

static void wait_for_disk(int fd) {
  if (!is_database(fd) || !exists("hold")) return;
  char path[4096];
  name_of(path, sizeof path, "waiting");
  close(open(path, O_CREAT | O_WRONLY, 0600));
  while (exists("hold")) usleep(2000);
}

static int is_full(int fd) {
  if (!is_database(fd) || !exists("fail")) return 0;
  errno = ENOSPC;
  return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int fdatasync(int fd) {
  wait_for_disk(fd);
  return REAL(fdatasync)(fd);
}

int fsync(int fd) {
  wait_for_disk(fd);
  return REAL(fsync)(fd);
}

ssize_t write(int fd, const void *bytes, size_t count) {
  return is_full(fd) ? -1 : REAL(write)(fd, bytes, count);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) {
  return is_full(fd) ? -1 : REAL(pwrite)(fd, bytes, count, at);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) {
  return is_full(fd) ? -1 : REAL(pwrite64)(fd, bytes, count, at);
}
