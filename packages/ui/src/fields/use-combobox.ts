import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { typeAhead } from './type-ahead.ts'

export interface ComboboxOptions<Item> {
  items: readonly Item[]
  itemKey: (item: Item) => string
  /** Whether `items` are what the typed text finds, and not still those of an older text. */
  settled?: boolean | undefined
  /** Whether Enter takes the first match: not where it takes a choice. */
  firstIsMeant?: boolean | undefined
  text: string
  chosen: Item | null
  onText: (text: string) => void
  onChoose: (item: Item | null) => void
  /** Enter in an open list that has nothing to choose from. */
  onNothing?: (() => void) | undefined
}

/**
 * Keys of the WAI-ARIA combobox with a list: arrows walk, Enter chooses, Escape closes and then clears, Tab and leaving
 * close. Enter with nothing typed, or after the choice, is left to the form.
 *
 * Enter takes what the typed text finds. While that is not known, Enter is remembered, and so is what is typed then.
 */
export function useCombobox<Item>(options: ComboboxOptions<Item>) {
  const { items, itemKey, settled = true, firstIsMeant = true, text, chosen, onText, onChoose } = options
  const id = useId()
  const [isOpened, setOpen] = useState(false)
  const isTyped = text !== '' && chosen === null
  const { active, walk, goBack } = useActive(items, itemKey, isTyped && firstIsMeant)

  const show = (next: boolean) => {
    setOpen(next)
    goBack()
  }
  const choose = (item: Item) => {
    show(false)
    onChoose(item)
  }
  const take = () => {
    const item = items[active]
    if (item !== undefined) choose(item)
    else {
      setOpen(true)
      options.onNothing?.()
    }
  }
  const remembered = useRememberedEnter(settled, take)
  // Callers search while the list is open: an Enter that waits for what they find keeps it open.
  const open = isOpened || remembered.is

  const clear = () => {
    show(false)
    onText('')
    onChoose(null)
  }
  const enter = (event: KeyboardEvent) => {
    if (!isTyped && !open) return
    event.preventDefault()
    // A key that is held down means one Enter.
    if (event.repeat) return
    if (settled) return take()
    if (isTyped) remembered.remember()
    options.onNothing?.()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes a character, its keys are its own; 229 is how some say so.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (open) walk(event.key === 'ArrowDown' ? 1 : -1)
      else show(true)
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
    show(true)
  }
  return {
    open,
    active,
    id,
    isRemembered: remembered.is,
    show,
    clear,
    choose,
    type,
    onKeyDown,
    optionId: (at: number) => `${id}-${at}`,
  }
}

/**
 * Which item Enter takes: the first, until the arrows walk. Where they walked to is known by key: when the list changes
 * under the person, another item at the same place is not it.
 */
function useActive<Item>(items: readonly Item[], itemKey: (item: Item) => string, firstIsMeant: boolean) {
  const [walked, setWalked] = useState<string | null>(null)
  const first = firstIsMeant && items.length > 0 ? 0 : -1
  const active = walked === null ? first : items.findIndex((item) => itemKey(item) === walked)
  return {
    active,
    walk(step: number) {
      const from = active === -1 && step < 0 ? items.length : active
      const item = items[(from + step + items.length) % Math.max(1, items.length)]
      setWalked(item === undefined ? null : itemKey(item))
    },
    goBack: () => setWalked(null),
  }
}

/** Takes once the answer is there; what is typed until then is kept, and typed after it. */
function useRememberedEnter(settled: boolean, take: () => void) {
  const [is, setIs] = useState(false)
  const latest = useRef({ take, is })
  useLayoutEffect(() => {
    latest.current = { take, is }
  })
  useEffect(() => {
    if (!is || !settled) return
    typeAhead.release(() => {
      setIs(false)
      latest.current.take()
    })
  }, [is, settled])
  useEffect(
    () => () => {
      if (latest.current.is) typeAhead.cancel()
    },
    [],
  )
  return {
    is,
    remember: () => {
      setIs(true)
      typeAhead.hold(() => setIs(false))
    },
  }
}
