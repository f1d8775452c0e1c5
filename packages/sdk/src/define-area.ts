import type { AreaManifest, SlotName } from '@mms/contracts'
import type { ComponentType } from 'react'

/** Fetches a component's code when it is first needed. */
export type LoadComponent = () => Promise<ComponentType>

export interface AreaRoute {
  /** react-router pattern from the root: `/medicines/edit/:id`. */
  path: string
  load: LoadComponent
  /**
   * What the page asks of the API first when its address has no query, as it asks for it: `/api/medicines?limit=50`. The
   * shell asks for it while the page's code is on its way. For paths without a parameter.
   */
  asks?: string[]
}

/** What an area is, in one typed object. Its build writes the data half of it to `area.json`. */
export interface AreaDefinition {
  /** The domain's name; also its folder (`mf-<name>`) and its URL (`/areas/<name>/`). */
  name: string
  /** What people call it; heads the card shown when it cannot be loaded. */
  title: string
  /** The team that is asked when it breaks. */
  owner: string
  /** Semver ranges of the shell's packages; left out, the major versions that the area was built with. */
  requires?: Partial<AreaManifest['requires']>
  /** Links of the navigation bar, or with `menu: 'user'` of the person's menu; the lowest `order` comes first. */
  nav: AreaManifest['nav']
  /** Place of its widgets in a slot, the lowest first; left out, that of its first link. */
  order?: number
  routes: AreaRoute[]
  /** Components for the shell's named slots. */
  widgets?: Partial<Record<SlotName, LoadComponent>>
}

/**
 * Declares an area: its routes, links and widgets. Export the result as `area` from `src/area.ts`.
 * The build imports that file in Node to write `area.json`, so it may import nothing but this and types;
 * everything else comes in through `load`.
 *
 * ```ts
 * export const area = defineArea({
 *   name: 'inventory',
 *   title: 'Medicines',
 *   owner: 'team-inventory',
 *   nav: [{ label: 'Medicines', to: '/medicines', order: 10 }],
 *   routes: [{ path: '/medicines', load: () => import('./medicines/medicines-page.tsx').then((m) => m.MedicinesPage) }],
 *   widgets: { dashboard: () => import('./dashboard/dashboard-panel.tsx').then((m) => m.DashboardPanel) },
 * })
 * ```
 */
export function defineArea(definition: AreaDefinition): AreaDefinition {
  return definition
}
