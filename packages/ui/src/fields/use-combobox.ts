import { type KeyboardEvent, type ReactNode, type Ref, type RefObject, useId, useState } from 'react'
import type { FieldFrameProps } from './field-frame.tsx'
import { useSeen } from './use-seen.ts'

export interface Question {
  /** True after an Enter that chose nothing. The next Enter takes the first match. */
  isAsked: boolean
  dropped: string
}

/** Reasons for which Enter chooses nothing. `dropped`: digits typed after the first Enter were discarded. */
export type Refusal = 'unsure' | 'nothing' | 'loading' | 'dropped'

const noQuestion: Question = { isAsked: false, dropped: '' }

interface ComboboxOptions<Item> {
  items: readonly Item[]
  itemKey: (item: Item) => string
  total?: number | undefined
  onMore?: (() => void) | undefined
  /** False while `items` are being searched; Enter then takes nothing. Default: true. */
  settled?: boolean | undefined
  /** True if Enter takes the first match at once. False if it must be confirmed by another Enter. Default: true. */
  firstIsMeant?: boolean | undefined
  offersFirst?: boolean | undefined
  text: string
  chosen: Item | null
  onText: (text: string) => void
  onChoose: (item: Item | null) => void
  /** Called instead of `onChoose(null)` when Escape or × clears the field. */
  onClear?: (() => void) | undefined
  onRefused?: ((refusal: Refusal) => void) | undefined
  onStatusEnter?: (() => void) | undefined
}

type Field = RefObject<HTMLInputElement | null>

/** `text`: the typed text, or the name of the chosen item. The caller finds `items`. */
export interface ComboboxFieldProps<Item> extends FieldFrameProps, ComboboxOptions<Item> {
  renderItem: (item: Item, at: number) => ReactNode
  note?: ReactNode
  askedNote?: ((question: Question) => ReactNode) | undefined
  /** Shown and announced if the list is empty: "Loading…", "No medicine found". */
  status?: ReactNode
  placeholder?: string
  clearLabel: string
  inputRef?: Ref<HTMLInputElement>
}

/**
 * Keyboard behaviour of a WAI-ARIA combobox. Arrows move, Enter chooses, Escape first closes and then clears, Tab
 * closes. Enter takes the item that the arrows reached, or the first match if it is certain; else it asks. If the field
 * is empty or has a chosen item, the form handles Enter.
 */
export function useCombobox<Item>(options: ComboboxOptions<Item>, field: Field) {
  const { items, settled = true, text, chosen, onText, onChoose } = options
  const id = useId()
  const [open, setOpen] = useState(false)
  const isTyped = text !== '' && chosen === null
  const { question, setQuestion, ask, drop } = useQuestion(options, field)
  const { firstIsMeant = true, offersFirst = true } = options
  const isOffered = question.isAsked ? offersFirst : firstIsMeant
  const { active, isWalked, walk, goBack } = useActive(options, isTyped && isOffered)
  const item = items[active]
  const seen = useSeen(question.isAsked && item !== undefined ? options.itemKey(item) : null)

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
    // Holding the key down counts as one Enter.
    if (event.repeat) return
    const isMeant = isWalked || (question.isAsked ? seen.isSeenAt(event.timeStamp) : firstIsMeant)
    if (item !== undefined && settled && isMeant && question.dropped === '') return choose(item)
    setOpen(true)
    if (isTyped) ask()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // An input method is composing and needs these keys. Some report this as keyCode 229 only.
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
    } else drop(event)
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

/**
 * Handles an Enter when the match is uncertain: highlights the first match, which a second Enter takes. Discards digits
 * typed in between, because they were meant for the next field.
 */
function useQuestion<Item>(options: ComboboxOptions<Item>, field: Field) {
  const { items, settled = true, text, onRefused } = options
  const [question, setQuestion] = useState(noQuestion)
  const { isAsked, dropped } = question
  const isEmpty = items.length === 0
  return {
    question,
    setQuestion,
    ask(): void {
      const isDropped = dropped !== ''
      setQuestion({ isAsked: true, dropped: '' })
      if (isDropped || (settled && (isEmpty || /^\d+$/.test(text)))) field.current?.select()
      if (isEmpty) options.onStatusEnter?.()
      if (isDropped) onRefused?.('dropped')
      else if (!settled) onRefused?.('loading')
      else onRefused?.(isEmpty ? 'nothing' : 'unsure')
    },
    drop(event: KeyboardEvent): void {
      if (!isAsked || (settled && isEmpty) || !isDigit(event)) return
      event.preventDefault()
      if (dropped === '') onRefused?.('dropped')
      setQuestion({ isAsked, dropped: dropped + event.key })
    },
  }
}

const isDigit = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent) =>
  /^\d$/.test(key) && !ctrlKey && !altKey && !metaKey

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
