import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime'
import { fetchManifest } from './fetch-manifest.ts'

const SCRIPT_TIMEOUT_MS = 10_000

/** Failed loads of each remote. */
const failures = new Map<string, number>()

registerPlugins([
  {
    name: 'mms-shell',
    fetch: fetchManifest,
    createScript: ({ url, remoteInfo }) => {
      const count = remoteInfo && failures.get(remoteInfo.name)
      if (!count) return { timeout: SCRIPT_TIMEOUT_MS }
      // Browsers let a request wait for an earlier one of the same address, which may hang.
      const script = document.createElement('script')
      script.src = `${url}?failures=${count}`
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
}

/**
 * Fetches the code of a remote and returns the module it exposes as `area`. After failures the runtime is made to drop the
 * remote first: it caches a failure, too.
 */
export async function loadRemoteArea(remote: RemoteArea, failedBefore: number): Promise<unknown> {
  failures.set(remote.name, failedBefore)
  registerRemotes([remote], { force: failedBefore > 0 })
  return loadRemote(`${remote.name}/area`)
}
