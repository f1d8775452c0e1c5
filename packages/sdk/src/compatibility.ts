import type { AreaManifest } from '@mms/contracts'
import { satisfies } from 'compare-versions'

type Packages = keyof AreaManifest['requires']

export interface Mismatch {
  package: Packages
  required: string
  present: string
}

/**
 * What an area asks for and this page does not have; null when it may run. A range that cannot be read counts as
 * not met. `findMismatch({ sdk: '^2', ui: '^1' }, { sdk: '1.4.0', ui: '1.2.0', react: '19.3.1' }) // { package: 'sdk', … }`
 */
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
