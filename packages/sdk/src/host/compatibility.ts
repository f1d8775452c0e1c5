import type { AreaManifest } from '@mms/contracts'
import { satisfies } from 'compare-versions'

type Packages = keyof AreaManifest['requires']

export interface Mismatch {
  package: Packages
  required: string
  present: string
}

/** Returns an area's first requirement that this page does not meet, or null. Invalid ranges count as not met. */
export function findMismatch(
  requires: AreaManifest['requires'],
  present: Record<Packages, string>,
): Mismatch | null {
  for (const name of ['sdk', 'ui', 'react'] as const) {
    const required = requires[name]
    if (!isMet(required, present[name])) return { package: name, required, present: present[name] }
  }
  return null
}

function isMet(range: string, version: string): boolean {
  try {
    return satisfies(version, range)
  } catch {
    return false
  }
}
