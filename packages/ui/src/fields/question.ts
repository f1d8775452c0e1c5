import type { KeyboardEvent } from 'react'

/** What is open between a list and the person. */
export interface Question {
  /** Enter has taken nothing, and nothing was typed since: the first match waits for another Enter. */
  isAsked: boolean
  /** Digits that were typed behind that Enter, and dropped. */
  dropped: string
}

/** Why Enter took nothing; `dropped`: keys behind such an Enter were dropped. */
export type Refusal = 'unsure' | 'nothing' | 'loading' | 'dropped'

export const noQuestion: Question = { isAsked: false, dropped: '' }

interface Asked {
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
 * What an Enter does that must not choose by itself, and the keys behind it: the first match is highlighted, and a
 * further Enter takes it. Digits behind the Enter that asked were meant for a field that comes later: they are dropped,
 * and so is the Enter that ends them.
 */
export function openQuestion({ question: { isAsked, dropped }, setQuestion, options, field }: Asked) {
  const { items, settled = true, text, onRefused } = options
  const isEmpty = items.length === 0
  return {
    ask(): void {
      const isDropped = dropped !== ''
      setQuestion({ isAsked: true, dropped: '' })
      // What cannot be meant, or was typed without looking, makes way for what is typed next.
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
