import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AreaRegistry, PERSON_COOKIE } from '@mms/contracts'
import { startProcess } from '@mms/service-kit/test-support'
import { runArea, script, scriptOf, writeBuild } from './area-command.ts'

/** Starts the gateway's own program with a list of areas and no service. */
export async function startRealGateway(folder: string) {
  const SERVICES_FILE = join(folder, 'services.json')
  await writeFile(SERVICES_FILE, JSON.stringify({ identity: { url: 'http://127.0.0.1:1', prefixes: [] } }))
  const env = { SERVICES_FILE, AREAS_FILE: join(folder, 'areas.json') }
  return startProcess(join(import.meta.dirname, '../src/main.ts'), env)
}

async function fetchScript(url: string, build: string): Promise<void> {
  const file = await fetch(`${url}/areas/sales/${build}/${script}`)
  if (!file.ok || (await file.text()) !== scriptOf(build)) throw new Error(`${build} answered ${file.status}`)
}

/** Loads the registry as `person`, then the script of the offered build. Returns the build's id. */
async function loadPage(url: string, person: string): Promise<string> {
  const cookie = `${PERSON_COOKIE}=${encodeURIComponent(person)}`
  const list = await fetch(`${url}/areas.json`, { headers: { cookie } })
  const { areas } = (await list.json()) as AreaRegistry
  const build = areas[0]?.manifest?.build ?? ''
  await fetchScript(url, build)
  return build
}

const personOf = (number: number) =>
  `0192f3c4-7a1b-7000-8000-${String(number).padStart(12, '0')} staff${number}@shop.example`

/** Runs `npm run area -- …` on the list in `folder`. Throws its output if it fails. */
export async function ship(folder: string, ...words: string[]): Promise<string> {
  const { code, out, error } = await runArea([...words, '--file', join(folder, 'areas.json')], folder)
  if (code !== 0) throw new Error(error)
  return out
}

export async function publishBuild(folder: string, id: string): Promise<void> {
  const dist = join(folder, 'dist')
  await writeBuild(dist, id)
  await ship(folder, 'publish', 'sales', '--from', dist)
}

/**
 * Loads `count` pages, eight at a time, with other tabs open. Meanwhile builds are published, tried, pinned and rolled
 * back.
 */
export async function loadWhileShipping(folder: string, urls: string[], count: number) {
  let begun = 0
  let shipped = 0
  const builds = new Set<string>()
  const failures: string[] = []
  const visit = async () => {
    let tab: string | undefined
    while (begun < count) {
      begun += 1
      const url = urls[begun % urls.length] ?? ''
      try {
        const build = await loadPage(url, personOf(begun))
        builds.add(build)
        tab ??= build
        await fetchScript(url, tab)
      } catch (error) {
        failures.push((error as Error).message)
      }
    }
  }
  const shipAll = async () => {
    while (begun < count) {
      shipped += 1
      const id = `s${shipped}`
      await publishBuild(folder, id)
      await ship(folder, 'canary', 'sales', id, '50')
      await ship(folder, 'pin', 'sales', id)
      if (shipped % 2 === 0) await ship(folder, 'rollback', 'sales', '--urgent', 'totals were wrong')
    }
  }
  await Promise.all([shipAll(), ...Array.from({ length: 8 }, visit)])
  return { loads: begun, shipped, builds, failures }
}
