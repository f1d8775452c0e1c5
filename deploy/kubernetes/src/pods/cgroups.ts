import { globSync, rmdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** Where Podman has the control groups of containers, in each hierarchy. */
const OF_PODMAN = '/sys/fs/cgroup/{*/,}libpod_parent{,/**}/'
const TRIES = 20

const findFolders = () => globSync(OF_PODMAN)

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // It has a process, or a folder that has one: of another run, or of ours for a moment.
  }
}

/**
 * The kernel removes everything of a run but its control groups. Returns what removes those that it has made: they are new
 * and have no process any more.
 */
export function noteControlGroups(): () => Promise<void> {
  const before = new Set(findFolders())
  const left = () => findFolders().filter((folder) => !before.has(folder))
  return async () => {
    for (let tries = 0; tries < TRIES && left().length > 0; tries += 1) {
      for (const folder of left().toSorted((a, b) => b.length - a.length)) removeEmpty(folder)
      await delay(100)
    }
  }
}
