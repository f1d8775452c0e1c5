import type { ReactNode, Ref, RefObject } from 'react'
import type { FieldFrameProps } from './field-frame.tsx'
import type { Question, Refusal } from './question.ts'

export interface ComboboxOptions<Item> {
  items: readonly Item[]
  itemKey: (item: Item) => string
  /** How many fit in all, when `items` are only the first of them. */
  total?: number | undefined
  /** More of them are wanted. */
  onMore?: (() => void) | undefined
  /** Whether `items` are known; true unless given. Until they are, Enter takes nothing. */
  settled?: boolean | undefined
  /** Whether a bare Enter takes the first match; true unless given. Elsewhere it asks. */
  firstIsMeant?: boolean | undefined
  /** Whether Enter may ask for the first match at all; true unless given. */
  offersFirst?: boolean | undefined
  text: string
  chosen: Item | null
  onText: (text: string) => void
  onChoose: (item: Item | null) => void
  /** Escape or × clears the field, where that is more than typing over what is chosen: called instead of onChoose(null). */
  onClear?: (() => void) | undefined
  onRefused?: ((refusal: Refusal) => void) | undefined
  /** Enter while there is nothing to choose from. */
  onStatusEnter?: (() => void) | undefined
}

export type Field = RefObject<HTMLInputElement | null>

/** `text` is what was typed, or the name of the chosen item; `items` are its matches, found by the caller. */
export interface ComboboxFieldProps<Item> extends FieldFrameProps, ComboboxOptions<Item> {
  renderItem: (item: Item, at: number) => ReactNode
  /** Stands above the matches: why Enter takes none of them by itself. */
  note?: ReactNode
  /** The same once Enter has asked. */
  askedNote?: ((question: Question) => ReactNode) | undefined
  /** Shown instead of an empty list and read out: "Loading…", "No medicine found". */
  status?: ReactNode
  placeholder?: string
  clearLabel: string
  inputRef?: Ref<HTMLInputElement>
}
