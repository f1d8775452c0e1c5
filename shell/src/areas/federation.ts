import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime'
import { fetchManifest } from './fetch-manifest.ts'

const SCRIPT_TIMEOUT_MS = 5_000

registerPlugins([
  {
    name: 'mms-shell',
    fetch: fetchManifest,
    // A script that hangs must leave the page, or the next try would wait for the same one.
    createScript: () => ({ timeout: SCRIPT_TIMEOUT_MS }),
  },
])

/**
 * Fetches the code of a remote and answers the module it exposes as `area`.
 * `anew` forgets everything of an earlier try: the runtime would otherwise go on answering its failure.
 */
export async function loadRemoteArea(name: string, entry: string, anew: boolean): Promise<unknown> {
  registerRemotes([{ name, entry }], { force: anew })
  return loadRemote(`${name}/area`)
}
