import type { KeyboardEvent } from 'react'

export interface Question {
  /** Enter has chosen nothing yet, and a further Enter takes the first match. */
  isAsked: boolean
  dropped: string
}

/** Reason why Enter chose nothing. With `dropped`, keys after it were discarded. */
export type Refusal = 'unsure' | 'nothing' | 'loading' | 'dropped'

export const noQuestion: Question = { isAsked: false, dropped: '' }

interface QuestionOptions {
  question: Question
  setQuestion: (question: Question) => void
  options: {
    items: readonly unknown[]
    settled?: boolean | undefined
    text: string
    onRefused?: ((refusal: Refusal) => void) | undefined
    onStatusEnter?: (() => void) | undefined
  }
  field: { readonly current: HTMLInputElement | null }
}

/**
 * Handles an Enter that must not choose by itself. It highlights the first match, and a second Enter takes it. Digits
 * in between were meant for a later field and are dropped.
 */
export function openQuestion({
  question: { isAsked, dropped },
  setQuestion,
  options,
  field,
}: QuestionOptions) {
  const { items, settled = true, text, onRefused } = options
  const isEmpty = items.length === 0
  return {
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
