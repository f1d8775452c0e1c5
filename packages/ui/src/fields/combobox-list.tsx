import { Box, chakra, VisuallyHidden } from '@chakra-ui/react'
import {
  createContext,
  memo,
  type UIEvent,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import type { ComboboxFieldProps, useCombobox } from './use-combobox.ts'

export type ListProps = ComboboxFieldProps<unknown> & { box: ReturnType<typeof useCombobox<unknown>> }

export const LiveList = createContext<ListProps | null>(null)
export const useList = () => useContext(LiveList) as ListProps

export function Below() {
  const { items, status, box } = useList()
  if (!box.open) return null
  if (items.length > 0) return options
  return status ? <Popup p="3">{status}</Popup> : null
}

function StatusText() {
  const { items, status, total = items.length, askedNote, box } = useList()
  if (!box.open) return null
  if (items.length === 0) return status
  return (box.question.isAsked && askedNote?.(box.question)) || `${total} to choose from`
}

function Options() {
  const { items, renderItem, label, note, askedNote = () => note, box } = useList()
  const said = box.question.isAsked ? askedNote(box.question) : note
  const active = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another option becomes active
  useEffect(() => void active.current?.scrollIntoView?.({ block: 'nearest' }), [box.active])
  return (
    <>
      {said ? (
        <Box px="3" py="2" {...(box.question.isAsked ? askedLook : quietLook)}>
          {said}
        </Box>
      ) : null}
      <div id={box.id} role="listbox" aria-label={label}>
        {items.map((item, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: positions are stable, contents change at each key
            key={at}
            id={box.optionId(at)}
            ref={at === box.active ? active : undefined}
            role="option"
            tabIndex={-1}
            aria-selected={at === box.active}
            onClick={() => box.choose(item)}
          >
            {renderItem(item, at)}
          </div>
        ))}
      </div>
    </>
  )
}

const quietLook = { color: 'fg.muted' } as const
const askedLook = { color: 'fg.warning', fontWeight: 'semibold' } as const

/** Styles all options from the list. Styling each option on every key press would take longer than the search. */
const optionLook = {
  '& [role=option]': { px: '3', py: '2', borderRadius: 'md', cursor: 'pointer', textStyle: 'sm' },
  '& [role=option]:hover': { bg: 'bg.muted' },
  '& [role=option][aria-selected=true]': { bg: 'colorPalette.subtle' },
}

const Popup = chakra(
  'div',
  {
    base: {
      position: 'absolute',
      zIndex: 'dropdown',
      top: 'calc(100% + 0.25rem)',
      insetInline: '0',
      maxHeight: '20rem',
      overflowY: 'auto',
      bg: 'bg.panel',
      borderWidth: '1px',
      borderRadius: 'lg',
      boxShadow: 'lg',
      textStyle: 'sm',
      textAlign: 'start',
      contain: 'content',
    },
  },
  { defaultProps: { onMouseDown: (event) => event.preventDefault() } },
)

const NEAR_END_PX = 120

function ScrolledOptions() {
  const { items, total = items.length, onMore } = useList()
  const latest = useRef<(() => void) | undefined>(undefined)
  useLayoutEffect(() => {
    latest.current = items.length < total ? onMore : undefined
  })
  const onScroll = useCallback(({ currentTarget }: UIEvent) => {
    const { scrollHeight, scrollTop, clientHeight } = currentTarget
    if (scrollHeight - scrollTop - clientHeight < NEAR_END_PX) latest.current?.()
  }, [])
  return <OptionsPopup onScroll={onScroll} />
}

const OptionsPopup = memo(({ onScroll }: { onScroll: (event: UIEvent) => void }) => (
  <Popup p="1" css={optionLook} onScroll={onScroll}>
    <Options />
  </Popup>
))

const options = <ScrolledOptions />
export const spokenStatus = (
  <VisuallyHidden role="status">
    <StatusText />
  </VisuallyHidden>
)
