import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Chosen {
  installed: string
  running: string
}

const fileOf = (dataFolder: string) => join(dataFolder, 'release.json')
export const startScriptPath = (folder: string) => join(folder, 'deploy/local/start.js')

function readChosen(dataFolder: string): Chosen | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(dataFolder), 'utf8'))
  } catch {
    return undefined
  }
}

/** Folder of the release to start: the one chosen by `npm run update` if it still exists, else `own`. */
export function chosenRelease(own: string, dataFolder: string): string {
  const chosen = readChosen(dataFolder)
  return chosen?.installed === own && existsSync(startScriptPath(chosen.running)) ? chosen.running : own
}

/** From now on, starting `own` (or the release it replaced) runs `running`. */
export function chooseRelease(dataFolder: string, own: string, running: string): void {
  const before = readChosen(dataFolder)
  const chosen: Chosen = { installed: before?.running === own ? before.installed : own, running }
  writeFileSync(`${fileOf(dataFolder)}.new`, JSON.stringify(chosen), { mode: 0o600, flush: true })
  renameSync(`${fileOf(dataFolder)}.new`, fileOf(dataFolder))
}
