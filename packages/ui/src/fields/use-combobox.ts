import { type KeyboardEvent, useId, useState } from 'react'

export interface ComboboxOptions<Item> {
  items: readonly Item[]
  text: string
  chosen: Item | null
  onText: (text: string) => void
  onChoose: (item: Item | null) => void
  /** Enter in an open list that has nothing to choose from. */
  onNothing?: (() => void) | undefined
}

/**
 * Keys of the WAI-ARIA combobox with a list: arrows walk, Enter chooses, Escape closes and then clears, Tab and leaving
 * close. Enter in a closed list is left to the form.
 */
export function useCombobox<Item>(options: ComboboxOptions<Item>) {
  const { items, text, chosen, onText, onChoose, onNothing } = options
  const id = useId()
  const [open, setOpen] = useState(false)
  const [walked, setWalked] = useState<number | null>(null)
  // What was typed offers its first match at once, so that Enter takes it.
  const active = Math.min(walked ?? (text === '' ? -1 : 0), items.length - 1)

  const show = (next: boolean) => {
    setOpen(next)
    setWalked(null)
  }
  const clear = () => {
    show(false)
    onText('')
    onChoose(null)
  }
  const choose = (item: Item) => {
    show(false)
    onChoose(item)
  }
  const walk = (step: number) => {
    if (!open) return show(true)
    const from = active === -1 && step < 0 ? items.length : active
    setWalked((from + step + items.length) % Math.max(1, items.length))
  }
  const enter = (event: KeyboardEvent) => {
    if (!open) return
    event.preventDefault()
    const item = items[active]
    if (item !== undefined) choose(item)
    else onNothing?.()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // while an input method composes a character, its keys are its own
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      walk(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter') enter(event)
    else if (event.key === 'Escape' && (open || text !== '')) {
      event.preventDefault()
      if (open) show(false)
      else clear()
    }
  }
  const type = (next: string) => {
    onText(next)
    if (chosen) onChoose(null)
    setOpen(true)
    setWalked(null)
  }
  return { open, active, id, show, clear, choose, type, onKeyDown, optionId: (at: number) => `${id}-${at}` }
}
