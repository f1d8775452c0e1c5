import type { ReactNode, Ref, RefObject } from 'react'
import type { FieldFrameProps } from './field-frame.tsx'
import type { Question, Refusal } from './question.ts'

export interface ComboboxOptions<Item> {
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

export type Field = RefObject<HTMLInputElement | null>

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
