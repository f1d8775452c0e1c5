import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../root.ts'

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm'
/** More than twice what a run has there at any time; a small machine or container has less, and takes its disk. */
const ENOUGH_BYTES = 2 * 1024 ** 3

function hasEnough(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= ENOUGH_BYTES
  } catch {
    return false
  }
}

/**
 * What everything that tests start is given by its environment: a folder for temporary files in memory, because what
 * most tests wait for is a disk that makes tables and keeps commits, and a place for what Node has compiled, because
 * compiling is half of what a program needs to start. What is set already stays.
 */
export function prepareSurroundings(): void {
  process.env.TMPDIR ??= hasEnough(IN_MEMORY) ? IN_MEMORY : tmpdir()
  process.env.NODE_COMPILE_CACHE ??= join(root, '.cache/compile/tests')
}
