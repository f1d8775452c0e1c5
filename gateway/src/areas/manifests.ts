import { createHash } from 'node:crypto'
import { type AreaManifest, areaManifestSchema } from '@mms/contracts'
import { httpRequest, type Logger, withTimeout } from '@mms/service-kit'
import { readFileBelow } from '../files/open-below.ts'
import { createLastGoodValues } from '../last-good.ts'
import { isOrigin } from './area-list.ts'

const TIMEOUT_MS = 1_500
/** Shorter when refreshing, because the last manifest can be used instead. */
const REFRESH_TIMEOUT_MS = 300

/** Maximum size of a manifest, uncompressed. */
const LARGEST_BYTES = 1024 * 1024

async function bodyOf({ body }: Response): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop early cancels the response.
  for await (const piece of body ?? []) {
    bytes += piece.length
    if (bytes > LARGEST_BYTES) throw new Error('its manifest has more than 1 MiB')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

async function readFolder(location: string): Promise<Buffer> {
  const content = await readFileBelow(location, 'area.json')
  if (!content) throw new Error('there is no area.json')
  return content
}

async function read(location: string): Promise<Buffer> {
  if (!isOrigin(location)) return readFolder(location)
  const address = `${location.replace(/\/$/, '')}/area.json`
  return bodyOf(await httpRequest(address, { redirect: 'error', timeoutMs: TIMEOUT_MS }))
}

export const integrityOf = (content: Buffer) =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`

async function load(area: string, location: string, integrity: string | undefined): Promise<AreaManifest> {
  const content = await read(location)
  if (integrity !== undefined && integrityOf(content) !== integrity) {
    throw new Error('its manifest differs from the published one')
  }
  const manifest = areaManifestSchema.parse(JSON.parse(content.toString()))
  if (manifest.name !== area) throw new Error(`its manifest names the area ${manifest.name}`)
  return manifest
}

/** Keeps each source's last good manifest, so that navigation does not jump. With `integrity` it never changes. */
export function createManifests(log: Logger) {
  const manifests = createLastGoodValues<AreaManifest | null>()

  return async (area: string, location: string, integrity?: string): Promise<AreaManifest | null> => {
    const key = `${area} ${location} ${integrity ?? ''}`
    const last = manifests.get(key)
    if (last && integrity !== undefined) return last
    const refreshing = manifests.refresh(key, () =>
      load(area, location, integrity).catch((err: unknown) => {
        log.warn({ err, area, location }, 'the manifest of an area cannot be read')
        return manifests.get(key) ?? null
      }),
    )
    return last === undefined ? refreshing : withTimeout(refreshing, REFRESH_TIMEOUT_MS, last)
  }
}
