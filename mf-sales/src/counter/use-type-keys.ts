import type { TransactionType } from '@mms/contracts'
import { useEffect, useEffectEvent } from 'react'

/** Function keys type nothing, and browsers do not need these at the counter. */
export const typeKeys: Record<TransactionType, string> = {
  sale: 'F2',
  purchase: 'F4',
  return: 'F8',
  expired: 'F9',
  adjustment: 'F10',
}

const typesByKey = new Map(Object.entries(typeKeys).map(([type, key]) => [key, type as TransactionType]))

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
