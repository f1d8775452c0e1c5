import { useLocation, useNavigate, useSession } from '@mms/sdk'
import { Box, Dialog, Text, TextField } from '@mms/ui'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useRegistry } from '../areas/registry.ts'
import { type PaletteEntry, useFoundEntries } from './api.ts'
import { useNavItems } from './nav-items.ts'

const LEAST_LETTERS = 2

function useEntries(text: string) {
  const role = useSession(({ user }) => user?.role)
  const pages = [...useNavItems(), ...useNavItems('user')]
  const areas = useRegistry((registry) => registry.areas)
  const parts = areas.flatMap(({ manifest, mismatch }) => (mismatch ? [] : (manifest?.palette ?? [])))
  const finds = parts.flatMap((part) => part.finds ?? [])
  const isSearched = text.length >= LEAST_LETTERS && finds.length > 0
  const { data = [], isFetching, isPlaceholderData } = useFoundEntries(finds, text, isSearched)
  const words = text.toLowerCase().split(/\s+/)
  const own: PaletteEntry[] = [
    ...parts
      .flatMap(({ actions }) => actions)
      .filter((action) => (action.role ?? role) === role)
      .map(({ label, to }) => ({ label, to, kind: 'Action' })),
    ...pages.map(({ label, to }) => ({ label, to, kind: 'Page' })),
  ]
  const fitting = own.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
  return {
    isLoading: isSearched && isFetching,
    entries: [...fitting, ...(isSearched ? data : [])],
    /** The number of entries that fit the text. Those behind them were found for an earlier text. */
    current: isPlaceholderData ? fitting.length : Number.POSITIVE_INFINITY,
  }
}

const listLook = {
  '& [role=option]': { display: 'flex', gap: '3', px: '3', py: '1.5', borderRadius: 'md', cursor: 'pointer' },
  '& [role=option] > :first-child': { flex: '1', minWidth: '0', overflowWrap: 'anywhere' },
  '& [aria-selected=true]': { bg: 'colorPalette.subtle', fontWeight: 'medium' },
}

export function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [walked, setWalked] = useState(0)
  const { entries, isLoading, current } = useEntries(text.trim())
  const at = Math.min(walked, entries.length - 1)
  useEffect(() => void list.current?.children[at]?.scrollIntoView?.({ block: 'nearest' }), [at])
  const go = (entry: PaletteEntry | undefined) => {
    if (!entry) return
    onClose()
    void navigate(entry.to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, nativeEvent } = event
    if (nativeEvent.isComposing) return
    if (key === 'Enter') go(at < current ? entries[at] : undefined)
    else if (key === 'ArrowDown' || key === 'ArrowUp')
      setWalked((at + (key === 'ArrowDown' ? 1 : -1) + entries.length) % Math.max(1, entries.length))
    else return
    event.preventDefault()
  }
  return (
    <Dialog open title="Go to" onClose={onClose}>
      <TextField
        label="Page, action, medicine or batch number"
        role="combobox"
        aria-expanded={entries.length > 0}
        aria-controls={id}
        aria-activedescendant={at >= 0 ? `${id}${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setWalked(0)
        }}
        onKeyDown={onKeyDown}
      />
      <Box
        ref={list}
        id={id}
        role="listbox"
        aria-label="Found"
        height="18rem"
        overflowY="auto"
        mt="2"
        css={listLook}
      >
        {entries.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys
          <div
            key={`${entry.kind} ${entry.label} ${entry.to}`}
            id={`${id}${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onClick={() => go(entry)}
          >
            <span>{entry.label}</span>
            <Text as="span" color="fg.muted" textStyle="sm">
              {entry.kind}
            </Text>
          </div>
        ))}
      </Box>
      <Text role="status" textStyle="sm" color="fg.muted" mt="2">
        {isLoading
          ? 'Searching…'
          : entries.length === 0
            ? 'Nothing found'
            : 'Press ↑ ↓ to choose, Enter to open, Esc to close'}
      </Text>
    </Dialog>
  )
}

const everywhere = [
  ['Ctrl+K', 'go to a page, an action, a medicine or a batch'],
  ['Enter', 'open the focused item'],
  ['Tab', 'next field or button; the first are Skip to content and Skip to list'],
  ['Esc', 'close a dialog or menu'],
  ['?', 'these keys'],
]

const ofPages: Record<string, string[][]> = {
  '/medicines': [
    ['j, k', 'next and previous row'],
    ['Ctrl+P', 'print the whole list'],
  ],
  '/reports': [['j, k', 'next and previous row of a table']],
  '/sales': [['Alt+Z', 'undo the last entry']],
  '/bills/new': [
    ['F3', 'same salt'],
    ['F4', 'customer'],
    ['F6', 'batch'],
    ['F8', 'return'],
    ['F9', 'hold or resume'],
    ['Alt+Z', 'restore the last line'],
    ['Ctrl+P', 'print the last bill again'],
  ],
}

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { pathname } = useLocation()
  return (
    <Dialog open title="Keys" onClose={onClose}>
      <Box as="dl" display="grid" gridTemplateColumns="auto 1fr" columnGap="4" rowGap="1">
        {[...(ofPages[pathname] ?? []), ...everywhere].map(([key, does]) => (
          <Box key={key} display="contents">
            <Text as="dt" fontWeight="semibold" whiteSpace="nowrap">
              {key}
            </Text>
            <dd>{does}</dd>
          </Box>
        ))}
      </Box>
    </Dialog>
  )
}

const FIRST = ['main tbody [role=row]', 'main [aria-label^="List of"] li']
  .map((row) => `${row} :is(a[href], button)`)
  .join()

export function goToList(): void {
  // The opener of a closed row is hidden on wide screens.
  const shown = [...document.querySelectorAll<HTMLElement>(FIRST)].find(
    (each) => each.checkVisibility?.() ?? true,
  )
  const target = shown ?? document.getElementById('main')
  target?.focus()
}
