import { type KeyboardEvent, type ReactNode, type Ref, type RefObject, useId, useState } from 'react'
import type { FieldFrameProps } from './field-frame.tsx'
import { noQuestion, openQuestion, type Question, type Refusal } from './question.ts'
import { useSeen } from './use-seen.ts'

interface ComboboxOptions<Item> {
  items: readonly Item[]
  itemKey: (item: Item) => string
  total?: number | undefined
  onMore?: (() => void) | undefined
  /** False until `items` are known (default true). Until then Enter takes nothing. */
  settled?: boolean | undefined
  /** True if Enter takes the first match at once (default). Otherwise it asks. */
  firstIsMeant?: boolean | undefined
  offersFirst?: boolean | undefined
  text: string
  chosen: Item | null
  onText: (text: string) => void
  onChoose: (item: Item | null) => void
  /** Replaces `onChoose(null)` when Escape or × clears the field. */
  onClear?: (() => void) | undefined
  onRefused?: ((refusal: Refusal) => void) | undefined
  onStatusEnter?: (() => void) | undefined
}

type Field = RefObject<HTMLInputElement | null>

/** `text` is the typed text or the chosen item's name. The caller finds `items`. */
export interface ComboboxFieldProps<Item> extends FieldFrameProps, ComboboxOptions<Item> {
  renderItem: (item: Item, at: number) => ReactNode
  note?: ReactNode
  askedNote?: ((question: Question) => ReactNode) | undefined
  /** Shown and announced instead of an empty list: "Loading…", "No medicine found". */
  status?: ReactNode
  placeholder?: string
  clearLabel: string
  inputRef?: Ref<HTMLInputElement>
}

/**
 * Keys of the WAI-ARIA combobox: arrows move, Enter chooses, Escape closes and then clears, Tab closes. Enter
 * takes the item reached by arrows, or the first match if it is certain; else it asks. An empty or chosen
 * field leaves Enter to the form.
 */
export function useCombobox<Item>(options: ComboboxOptions<Item>, field: Field) {
  const { items, settled = true, text, chosen, onText, onChoose } = options
  const id = useId()
  const [open, setOpen] = useState(false)
  const isTyped = text !== '' && chosen === null
  const [question, setQuestion] = useState(noQuestion)
  const { firstIsMeant = true, offersFirst = true } = options
  const isOffered = question.isAsked ? offersFirst : firstIsMeant
  const { active, isWalked, walk, goBack } = useActive(options, isTyped && isOffered)
  const item = items[active]
  const seen = useSeen(question.isAsked && item !== undefined ? options.itemKey(item) : null)
  const asking = openQuestion({ options, field, question, setQuestion })

  const show = (next: boolean) => {
    setOpen(next)
    setQuestion(noQuestion)
    goBack()
  }
  const choose = (chosenItem: Item) => {
    show(false)
    onChoose(chosenItem)
  }
  const clear = () => {
    show(false)
    onText('')
    if (options.onClear) options.onClear()
    else onChoose(null)
    field.current?.focus()
  }
  const enter = (event: KeyboardEvent) => {
    if (!isTyped && !open) return
    event.preventDefault()
    // A held key counts as one Enter.
    if (event.repeat) return
    const isMeant = isWalked || (question.isAsked ? seen.isSeenAt(event.timeStamp) : firstIsMeant)
    if (item !== undefined && settled && isMeant && question.dropped === '') return choose(item)
    setOpen(true)
    if (isTyped) asking.ask()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Leave keys to an input method that is composing. Some report it as keyCode 229.
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
    } else asking.drop(event)
    seen.startAgain(event.timeStamp)
  }
  const type = (next: string) => {
    onText(next)
    if (chosen) onChoose(null)
    show(true)
  }
  const optionId = (at: number) => `${id}-${at}`
  return { open, active, id, question, show, clear, choose, type, onKeyDown, optionId }
}

function useActive<Item>(options: ComboboxOptions<Item>, isOffered: boolean) {
  const { items, itemKey, total = items.length, onMore } = options
  const [walked, setWalked] = useState<string | null>(null)
  const first = isOffered && items.length > 0 ? 0 : -1
  const active = walked === null ? first : items.findIndex((item) => itemKey(item) === walked)
  return {
    active,
    isWalked: walked !== null,
    walk(step: number) {
      const from = active === -1 && step < 0 ? items.length : active
      const at = (from + step + items.length) % Math.max(1, items.length)
      const next = items[at]
      setWalked(next === undefined ? null : itemKey(next))
      if (step > 0 && at >= items.length - 2 && items.length < total) onMore?.()
    },
    goBack: () => setWalked(null),
  }
}
