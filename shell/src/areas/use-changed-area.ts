import { AREA_CHANGED } from '@mms/contracts'
import type { AreaDefinition } from '@mms/sdk'
import { useEffect } from 'react'
import { provideArea } from './load-area.ts'

export function useChangedArea(name: string, onChange: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it does is the same at each call
  useEffect(() => {
    const follow = (event: Event) => {
      const { detail } = event as CustomEvent<AreaDefinition>
      if (detail.name !== name) return
      provideArea(detail)
      onChange()
    }
    window.addEventListener(AREA_CHANGED, follow)
    return () => window.removeEventListener(AREA_CHANGED, follow)
  }, [name])
}
