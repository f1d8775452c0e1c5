import { readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

const TASKS = '/proc/self/task'

function threads(): number[] {
  try {
    return readdirSync(TASKS).map(Number)
  } catch {
    // Not on Linux, where a priority is of the whole process.
    return [0]
  }
}

/**
 * Sales come first. On Linux a priority is of one thread, and those that compress and copy were begun when the program was loaded:
 * each of them gets it.
 */
export function giveWay(): void {
  for (const thread of threads()) {
    try {
      setPriority(thread, constants.priority.PRIORITY_LOW)
    } catch {
      // It has ended.
    }
  }
}
