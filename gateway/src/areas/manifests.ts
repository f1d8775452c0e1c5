import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AreaManifest, areaManifestSchema } from '@mms/contracts'
import { httpRead, inTime, type Logger } from '@mms/service-kit'
import { createLastGood } from '../last-good.ts'
import { isOrigin } from './sources.ts'

/** How long a source may take. */
const TIMEOUT_MS = 1_500
/** How long to wait for a source when the manifest it had before is at hand. */
const REFRESH_TIMEOUT_MS = 300

async function read(source: string): Promise<AreaManifest> {
  if (!isOrigin(source)) {
    return areaManifestSchema.parse(JSON.parse(await readFile(join(source, 'area.json'), 'utf8')))
  }
  const address = new URL('/area.json', source)
  return httpRead(address, areaManifestSchema, { redirect: 'error', timeoutMs: TIMEOUT_MS })
}

async function load(area: string, source: string): Promise<AreaManifest> {
  const manifest = await read(source)
  if (manifest.name !== area) throw new Error(`its manifest says that it is ${manifest.name}`)
  return manifest
}

/**
 * What each area says of itself now. The last manifest is cached while a source cannot be read, is slow or says
 * nonsense, so that navigation does not jump; null when there never was one.
 */
export function createManifests(log: Logger): (area: string, source: string) => Promise<AreaManifest | null> {
  const manifests = createLastGood<AreaManifest | null>()

  return async (area, source) => {
    const key = `${area} ${source}`
    const last = manifests.get(key) ?? null
    const refreshing = manifests.refresh(key, () =>
      load(area, source).catch((err: unknown) => {
        log.warn({ err, area, source }, 'the manifest of an area cannot be read')
        return manifests.get(key) ?? null
      }),
    )
    return last ? inTime(refreshing, REFRESH_TIMEOUT_MS, last) : refreshing
  }
}
