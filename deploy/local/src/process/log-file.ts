import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'

const MAX_BYTES = 10 * 1024 * 1024

export interface LogFile {
  write(chunk: Buffer): void
  close(): void
}

/** Appends to a log file and rotates it to `<file>.1` when full. A full disk costs log lines, not the suite. */
export function openLogFile(file: string, maxBytes = MAX_BYTES): LogFile {
  const open = () => openSync(file, 'a', 0o600)
  let descriptor: number | undefined = open()
  let bytes = fstatSync(descriptor).size
  const rotate = (old: number) => {
    // Each write retries until a new file exists: the old one may already be moved.
    bytes = maxBytes
    moveAside(file)
    // Closed last and once, because its descriptor is reused afterwards.
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
        // The line is lost. Rotating would lose older lines for a file that cannot be written.
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
    // The file was moved before but no new one was made, so try again.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
