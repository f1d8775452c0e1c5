import { Box, chakra } from '@chakra-ui/react'
import { ChevronDown as ChevronDownIcon } from 'lucide-react'
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Button } from '../actions/buttons.tsx'

export interface MenuProps {
  label: string
  icon?: ReactNode
  size?: 'sm' | 'md'
  children: ReactNode
}

/** A button that opens a short list of actions or links (WAI-ARIA disclosure). Chakra's Menu needs 32 KB. */
export function Menu({ label, icon, size, children }: MenuProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  useOutsidePress(root, open, () => setOpen(false))
  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget && !root.current?.contains(event.relatedTarget)) setOpen(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    setOpen(false)
    root.current?.querySelector('button')?.focus()
  }
  return (
    <Box position="relative" minW="0" ref={root} onBlur={onBlur} onKeyDown={onKeyDown}>
      <Button
        variant="ghost"
        size={size}
        title={label}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        maxW="full"
      >
        {icon}
        <Box as="span" truncate>
          {label}
        </Box>
        <ChevronDownIcon aria-hidden />
      </Button>
      <chakra.ul
        id={id}
        hidden={!open}
        onClick={() => setOpen(false)}
        position="absolute"
        insetEnd="0"
        top="calc(100% + 0.25rem)"
        zIndex="dropdown"
        minW="48"
        p="1"
        bg="bg.panel"
        borderWidth="1px"
        borderRadius="lg"
        boxShadow="lg"
        listStyleType="none"
      >
        {children}
      </chakra.ul>
    </Box>
  )
}

export interface MenuItemProps {
  onSelect: () => void
  children: ReactNode
}

export function MenuItem({ onSelect, children }: MenuItemProps) {
  return (
    <li>
      <Button variant="ghost" width="full" justifyContent="flex-start" fontWeight="medium" onClick={onSelect}>
        {children}
      </Button>
    </li>
  )
}

function useOutsidePress(root: { current: HTMLElement | null }, active: boolean, close: () => void): void {
  useEffect(() => {
    if (!active) return
    const onPress = (event: PointerEvent) => {
      if (!(event.target instanceof Node) || !root.current?.contains(event.target)) close()
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  })
}
