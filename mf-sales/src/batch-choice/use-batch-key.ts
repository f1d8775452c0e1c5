import { useEffect, useEffectEvent } from 'react'
import type { FieldElements } from '../draft/use-field-elements.ts'

export const batchKey = 'F6'

export function useBatchKey({ focus }: FieldElements): void {
  const goThere = useEffectEvent(() => focus('batch'))
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== batchKey || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      goThere()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
