import { useEffect, useEffectEvent } from 'react'

type Keys = Pick<KeyboardEvent, 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>

export const hasNoModifier = ({ ctrlKey, altKey, metaKey, shiftKey }: Keys) =>
  !(ctrlKey || altKey || metaKey || shiftKey)

/** Runs `act` for a key pressed anywhere on the page, unless a dialog is open. */
export function useShortcut(isMeant: (event: KeyboardEvent) => boolean, act: (event: KeyboardEvent) => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isMeant(event) || document.querySelector('dialog[open]')) return
    event.preventDefault()
    act(event)
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
