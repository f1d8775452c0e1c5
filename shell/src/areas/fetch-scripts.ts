import { addressOf } from './area-address.ts'
import type { KnownArea } from './registry.ts'

const fetches = new Map<string, { addresses: Set<string>; cancel: AbortController }>()

/**
 * Fetches scripts in parallel into the browser's cache without running them. `<link rel=preload>` would also
 * keep a 404 for the retry.
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
    fetch(address, { signal: cancel.signal })
      .then(
        (response) => response.arrayBuffer(),
        () => {},
      )
      .catch(() => {})
  }
}

/** Milliseconds a retry waits for fresh copies. */
const RENEWAL_MS = 3_000

/**
 * Fetches past the browser's cache, which keeps hashed names for a year, even with wrong contents. Never
 * throws: a missing script fails where it is needed.
 */
export async function renewScripts(area: KnownArea, files: readonly string[]): Promise<void> {
  const signal = AbortSignal.timeout(RENEWAL_MS)
  const renew = async (file: string) =>
    (await fetch(addressOf(area, file), { cache: 'reload', signal })).text()
  await Promise.allSettled(files.map(renew))
}

/** A retry must not wait for a request that hangs. */
export function dropScripts(name: string): void {
  fetches.get(name)?.cancel.abort()
  fetches.delete(name)
}
