import type { TransactionType } from '@mms/contracts'
import { useEffect, useEffectEvent } from 'react'

/** Keys that type nothing into a field, and that browsers do not need at the counter. */
export const typeKeys: Record<TransactionType, string> = {
  sale: 'F2',
  purchase: 'F4',
  return: 'F8',
  expired: 'F9',
  adjustment: 'F10',
}

const typesByKey = new Map(Object.entries(typeKeys).map(([type, key]) => [key, type as TransactionType]))

/** One key each changes the type, wherever the focus stands, and leaves it there. */
export function useTypeKeys(onType: (type: TransactionType) => void): void {
  const choose = useEffectEvent(onType)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const type = typesByKey.get(event.key)
      if (!type || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      choose(type)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
