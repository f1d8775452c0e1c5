import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime'
import { fetchManifest } from './fetch-manifest.ts'

const SCRIPT_TIMEOUT_MS = 10_000

/** How often the code of each remote has been asked for in vain. */
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
 * Fetches the code of a remote and answers the module it exposes as `area`. After `failedBefore` tries everything of
 * them is forgotten first: the runtime would otherwise go on answering the failure.
 */
export async function loadRemoteArea(remote: RemoteArea, failedBefore: number): Promise<unknown> {
  failures.set(remote.name, failedBefore)
  registerRemotes([remote], { force: failedBefore > 0 })
  return loadRemote(`${remote.name}/area`)
}
