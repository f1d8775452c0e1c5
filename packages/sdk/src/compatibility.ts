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
 * not met. `findMismatch({ sdk: '^2', ui: '^1' }, { sdk: '1.4.0', ui: '1.2.0' }) // { package: 'sdk', … }`
 */
export function findMismatch(
  requires: AreaManifest['requires'],
  present: Record<Packages, string>,
): Mismatch | null {
  const missing = (['sdk', 'ui'] as const).find((name) => !isMet(requires[name], present[name]))
  return missing ? { package: missing, required: requires[missing], present: present[missing] } : null
}

function isMet(range: string, version: string): boolean {
  try {
    return satisfies(version, range)
  } catch {
    return false
  }
}
