import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'

/** A file of at most this size, and the one before it. */
const MAX_BYTES = 10 * 1024 * 1024

export interface LogFile {
  write(chunk: Buffer): void
  close(): void
}

/**
 * Appends to a log file and rotates it when it is full, with one previous file, `<file>.1`.
 * A disk that takes nothing more costs log lines, not the suite.
 */
export function openLogFile(file: string, maxBytes = MAX_BYTES): LogFile {
  const open = () => openSync(file, 'a', 0o600)
  let descriptor: number | undefined = open()
  let bytes = fstatSync(descriptor).size
  const rotate = (old: number) => {
    // Until there is a new file each write tries again: the old one may have been moved already.
    bytes = maxBytes
    moveAside(file)
    // The old one is closed last and once: its number is given to others from then on.
    descriptor = open()
    bytes = 0
    closeSync(old)
  }
  return {
    write(chunk) {
      if (descriptor === undefined) return
      try {
        if (bytes > 0 && bytes + chunk.length > maxBytes) rotate(descriptor)
        bytes += writeSync(descriptor, chunk)
      } catch {
        // A line is lost. To rotate would lose more: what was kept, for a file that took nothing.
      }
    },
    close() {
      if (descriptor !== undefined) closeSync(descriptor)
      descriptor = undefined
    },
  }
}

function moveAside(file: string): void {
  try {
    renameSync(file, `${file}.1`)
  } catch (error) {
    // It was moved, and then no new one could be made: try that again.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
