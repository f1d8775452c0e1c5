import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime'

const SCRIPT_TIMEOUT_MS = 10_000

interface Load {
  failedBefore: number
  integrity: string | undefined
}

const loads = new Map<string, Load>()

registerPlugins([
  {
    name: 'mms-shell',
    createScript: ({ url, remoteInfo }) => {
      const { failedBefore = 0, integrity } = loads.get(remoteInfo?.name ?? '') ?? {}
      const script = document.createElement('script')
      // A retry needs a new address, because browsers queue it behind a hanging request for the old one.
      script.src = failedBefore === 0 ? url : `${url}?failures=${failedBefore}`
      // Development servers refuse scripts requested without CORS.
      script.crossOrigin = 'anonymous'
      if (integrity !== undefined) script.integrity = integrity
      return { script, timeout: SCRIPT_TIMEOUT_MS }
    },
  },
])

export interface RemoteArea {
  name: string
  /** A federation manifest or the container script itself. */
  entry: string
  entryGlobalName?: string
  /** Hash of the container script. The browser refuses any other script. */
  integrity?: string | undefined
}

/** Fetches a remote's `area` module. Drops a failed remote first, because the runtime caches failures. */
export async function loadRemoteArea(
  { integrity, ...remote }: RemoteArea,
  failedBefore: number,
): Promise<unknown> {
  loads.set(remote.name, { failedBefore, integrity })
  registerRemotes([remote], { force: failedBefore > 0 })
  return loadRemote(`${remote.name}/area`)
}
