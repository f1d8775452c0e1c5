import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Chosen {
  /** The folder that the machine starts. */
  installed: string
  /** The folder of the release that runs instead. */
  running: string
}

const fileOf = (dataFolder: string) => join(dataFolder, 'release.json')
export const startOf = (folder: string) => join(folder, 'deploy/local/start.js')

function readChosen(dataFolder: string): Chosen | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(dataFolder), 'utf8'))
  } catch {
    return undefined
  }
}

/** The folder of the release to start from `own`: another one when `npm run update` has chosen it, and it is still there. */
export function chosenRelease(own: string, dataFolder: string): string {
  const chosen = readChosen(dataFolder)
  return chosen?.installed === own && existsSync(startOf(chosen.running)) ? chosen.running : own
}

/** From now on `running` is started where `own`, or what `own` was started instead of, is. */
export function chooseRelease(dataFolder: string, own: string, running: string): void {
  const before = readChosen(dataFolder)
  const chosen: Chosen = { installed: before?.running === own ? before.installed : own, running }
  writeFileSync(`${fileOf(dataFolder)}.new`, JSON.stringify(chosen), { mode: 0o600, flush: true })
  renameSync(`${fileOf(dataFolder)}.new`, fileOf(dataFolder))
}
