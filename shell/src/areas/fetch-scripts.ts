import { addressOf } from './area-address.ts'
import type { KnownArea } from './registry.ts'

/** What was asked for, by area. */
const fetches = new Map<string, { addresses: Set<string>; cancel: AbortController }>()

/**
 * Asks for scripts of an area side by side, so that the browser's cache has them when its code asks for one after the
 * other. Nothing runs. Not by `<link rel=preload>`: a page keeps what that brought, a 404 too, for the retry.
 */
export function fetchScripts(area: KnownArea, files: readonly string[]): void {
  const wanted = files.map((file) => addressOf(area, file))
  const { addresses, cancel } = fetches.get(area.name) ?? {
    addresses: new Set<string>(),
    cancel: new AbortController(),
  }
  fetches.set(area.name, { addresses, cancel })
  for (const address of wanted.filter((one) => !addresses.has(one))) {
    addresses.add(address)
    // A script that cannot be fetched is missed, and said, where it is needed.
    fetch(address, { signal: cancel.signal })
      .then(
        (response) => response.arrayBuffer(),
        () => {},
      )
      .catch(() => {})
  }
}

/** How long a retry waits for fresh copies. */
const RENEWAL_MS = 3_000

/**
 * Fetches scripts past the browser's cache, which keeps what has a hash in its name for a year, also when that was not what
 * the name says. Never throws: what cannot be had is missed where it is needed.
 */
export async function renewScripts(area: KnownArea, files: readonly string[]): Promise<void> {
  const signal = AbortSignal.timeout(RENEWAL_MS)
  const renew = async (file: string) =>
    (await fetch(addressOf(area, file), { cache: 'reload', signal })).text()
  await Promise.allSettled(files.map(renew))
}

/** Gives up what has not come yet: a retry must not wait for a request that hangs. */
export function dropScripts(name: string): void {
  fetches.get(name)?.cancel.abort()
  fetches.delete(name)
}
