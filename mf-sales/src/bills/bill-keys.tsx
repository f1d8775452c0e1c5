import { Flex } from '@mms/ui'
import { useEffect, useEffectEvent } from 'react'
import { hasNoModifier } from '../draft/use-shortcut.ts'
import * as words from '../words/bills.ts'
import * as sharedWords from '../words/shared.ts'

interface BillKeys {
  isEntryEmpty: () => boolean
  isQuantity: () => boolean
  actions: Record<string, () => void>
}

/** Keys that work anywhere on the page. */
const everywhere = ['F2', 'F3', 'F4', 'F6', 'F8', 'F9', 'F10', 'Alt+z', 'Ctrl+p']

const nameOf = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): string => {
  if (altKey) return `Alt+${key.toLowerCase()}`
  return ctrlKey || metaKey ? `Ctrl+${key.toLowerCase()}` : key
}

/**
 * Handles keys unless a dialog is open. Signs, arrows, Delete, Enter and Escape work only while the entry
 * field is empty or nothing has the focus. They are caught before the entry field, which would open its list.
 */
export function useBillKeys(keys: BillKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (document.querySelector('dialog[open]') || event.isComposing) return
    const name = nameOf(event)
    const action = keys.actions[name]
    if (!action) return
    const isFree = keys.isEntryEmpty() || event.target === document.body
    const isSign = name === '+' || name === '%'
    const isOwn = everywhere.includes(name) || (isFree && (hasNoModifier(event) || isSign))
    if (!isOwn && !(name === '+' && keys.isQuantity())) return
    event.preventDefault()
    event.stopPropagation()
    action()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
}

const HELP = [
  ['Enter', 'adds'],
  ['2 .4 2.4', words.packsLooseBoth],
  ['↑ ↓', 'line'],
  [words.del, 'removes'],
  [sharedWords.altZ, 'restores'],
  ['F3', words.sameSaltNoun],
  ['F4', 'customer'],
  ['F6', 'batch'],
  ['%', 'discount'],
  ['F8', 'return'],
  ['F9', words.holdResume],
  ['+', 'payment'],
  [words.esc, 'clears'],
  [words.ctrlP, words.printsAgain],
]

const helpLook = { css: { '@media (hover: none)': { display: 'none' } } }

export const BillKeysHelp = () => (
  <Flex {...helpLook} wrap="wrap" columnGap="4" rowGap="1" mt="4" color="fg.muted" textStyle="xs">
    {HELP.map(([key, meaning]) => (
      <span key={key}>
        <b>{key}</b> {meaning}
      </span>
    ))}
  </Flex>
)
