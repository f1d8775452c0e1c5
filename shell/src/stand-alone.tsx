import type { AreaDefinition } from '@mms/sdk'
import { area } from '#area'
import { provideArea } from './areas/load-area.ts'
import { presentVersions, useRegistry } from './areas/registry.ts'
import { startShell } from './start.tsx'

function startWith({ name, title, owner, nav, routes, widgets = {} }: AreaDefinition): void {
  const manifest = {
    name,
    title,
    owner,
    nav,
    version: '0.0.0',
    build: 'development',
    entry: '',
    requires: presentVersions,
    routes: routes.map((route) => route.path),
    slots: Object.keys(widgets) as (keyof typeof widgets)[],
  }
  useRegistry.setState({ status: 'ready', areas: [{ name, baseUrl: '/', manifest, mismatch: null }] })
  startShell()
}

provideArea(area)
startWith(area)
