import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Chosen {
  installed: string
  running: string
}

const fileOf = (dataFolder: string) => join(dataFolder, 'release.json')
export const startScript = (folder: string) => join(folder, 'deploy/local/start.js')

function readChosen(dataFolder: string): Chosen | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(dataFolder), 'utf8'))
  } catch {
    return undefined
  }
}

/** Release folder to start: the one that `npm run update` chose, if it still exists, else `own`. */
export function chosenRelease(own: string, dataFolder: string): string {
  const chosen = readChosen(dataFolder)
  return chosen?.installed === own && existsSync(startScript(chosen.running)) ? chosen.running : own
}

/** Makes later starts of `own`, or of the release it replaced, run `running`. */
export function chooseRelease(dataFolder: string, own: string, running: string): void {
  const before = readChosen(dataFolder)
  const chosen: Chosen = { installed: before?.running === own ? before.installed : own, running }
  writeFileSync(`${fileOf(dataFolder)}.new`, JSON.stringify(chosen), { mode: 0o600, flush: true })
  renameSync(`${fileOf(dataFolder)}.new`, fileOf(dataFolder))
}
