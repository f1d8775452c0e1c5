import type { AreaManifest, SlotName } from '@mms/contracts'
import type { ComponentType } from 'react'

export type LoadComponent = () => Promise<ComponentType>

export interface AreaRoute {
  path: string
  load: LoadComponent
  /** Addresses to prefetch while the page's code loads. Only for routes without parameters. */
  asks?: string[]
}

export interface AreaDefinition {
  name: string
  title: string
  owner: string
  /** Semver ranges of the shell's packages. Default: the major versions that the area was built with. */
  requires?: Partial<AreaManifest['requires']>
  nav: AreaManifest['nav']
  order?: number
  /** Actions and searches of the command palette (Ctrl+K). */
  palette?: AreaManifest['palette']
  routes: AreaRoute[]
  widgets?: Partial<Record<SlotName, LoadComponent>>
}

/**
 * Declares an area: its routes, links and widgets. Export the result as `area` from `src/area.ts`. The build imports
 * that file in Node to write `area.json`. It may therefore import only this and types; `load` gets the rest.
 */
export function defineArea(definition: AreaDefinition): AreaDefinition {
  return definition
}
