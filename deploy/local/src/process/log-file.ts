import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'

/** A file of at most this size, and the one before it. */
const MAX_BYTES = 10 * 1024 * 1024

export interface LogFile {
  write(chunk: Buffer): void
  close(): void
}

/**
 * Appends to a file that begins anew when it is full; what was written before is kept once as `<file>.1`.
 * A disk that takes nothing more costs log lines, not the suite.
 */
export function openLogFile(file: string, maxBytes = MAX_BYTES): LogFile {
  let descriptor = openSync(file, 'a', 0o600)
  let bytes = fstatSync(descriptor).size
  const rotate = () => {
    closeSync(descriptor)
    renameSync(file, `${file}.1`)
    descriptor = openSync(file, 'a', 0o600)
    bytes = 0
  }
  return {
    write(chunk) {
      try {
        if (bytes > 0 && bytes + chunk.length > maxBytes) rotate()
        bytes += writeSync(descriptor, chunk)
      } catch {
        bytes = maxBytes
      }
    },
    close: () => closeSync(descriptor),
  }
}
