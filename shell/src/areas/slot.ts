import type { SlotName } from '@mms/contracts'
import { type KnownArea, useRegistry } from './registry.ts'

export function useAreasOfSlot(slot: SlotName): KnownArea[] {
  const areas = useRegistry((registry) => registry.areas)
  return areas
    .filter(({ manifest }) => !manifest || manifest.slots.includes(slot))
    .sort((a, b) => placeOf(a) - placeOf(b))
}

function placeOf({ manifest }: KnownArea): number {
  return (
    manifest?.order ?? Math.min(Number.POSITIVE_INFINITY, ...(manifest?.nav.map((item) => item.order) ?? []))
  )
}
