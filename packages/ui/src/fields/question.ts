import type { KeyboardEvent } from 'react'

export interface Question {
  /** True after an Enter that chose nothing. The next Enter takes the first match. */
  isAsked: boolean
  dropped: string
}

/** Reasons for which Enter chooses nothing. `dropped`: digits typed after the first Enter were discarded. */
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
 * Handles an Enter when the match is uncertain: highlights the first match, which a second Enter takes. Discards digits
 * typed in between, because they were meant for the next field.
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
