import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime'
import { fetchManifest } from './fetch-manifest.ts'

const SCRIPT_TIMEOUT_MS = 10_000

interface Load {
  /** Failed loads of the remote. */
  failedBefore: number
  integrity: string | undefined
}

/** How each remote is being loaded. */
const loads = new Map<string, Load>()

registerPlugins([
  {
    name: 'mms-shell',
    fetch: fetchManifest,
    createScript: ({ url, remoteInfo }) => {
      const { failedBefore = 0, integrity } = loads.get(remoteInfo?.name ?? '') ?? {}
      const script = document.createElement('script')
      // Browsers let a request wait for an earlier one of the same address, which may hang.
      script.src = failedBefore === 0 ? url : `${url}?failures=${failedBefore}`
      // What a development server refuses to send to a page that does not ask so.
      script.crossOrigin = 'anonymous'
      if (integrity !== undefined) script.integrity = integrity
      return { script, timeout: SCRIPT_TIMEOUT_MS }
    },
  },
])

/** Where the code of an area begins. */
export interface RemoteArea {
  name: string
  /** A federation manifest, which says where the container is, or the container itself. */
  entry: string
  /** What the container is called; only where the entry is one. */
  entryGlobalName?: string
  /** Of the container: a browser does not run another script in its place. */
  integrity?: string | undefined
}

/**
 * Fetches the code of a remote and returns the module it exposes as `area`. After failures the runtime is made to drop the
 * remote first: it caches a failure, too.
 */
export async function loadRemoteArea(
  { integrity, ...remote }: RemoteArea,
  failedBefore: number,
): Promise<unknown> {
  loads.set(remote.name, { failedBefore, integrity })
  registerRemotes([remote], { force: failedBefore > 0 })
  return loadRemote(`${remote.name}/area`)
}
