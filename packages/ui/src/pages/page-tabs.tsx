import { chakra, defineStyle } from '@chakra-ui/react'
import type { ReactNode } from 'react'

const styles = defineStyle({
  display: 'flex',
  flexWrap: 'wrap',
  mb: '4',
  borderBottomWidth: '1px',
  'header &': { mb: '0', borderBottomWidth: '0', marginInlineEnd: 'auto' },
  '& > *': {
    px: { base: '2.5', md: '4' },
    py: '1.5',
    whiteSpace: 'nowrap',
    fontWeight: 'medium',
    color: 'fg.muted',
    borderBottomWidth: '2px',
    borderColor: 'transparent',
  },
  '& a': { _hover: { color: 'fg' }, focusVisibleRing: 'inside' },
  '& a[aria-current=page]': { color: 'fg', borderColor: 'colorPalette.solid' },
})

/** Links to related pages, shown as tabs. The current one has `aria-current`. */
export function PageTabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <chakra.nav aria-label={label} data-screen-only css={styles}>
      {children}
    </chakra.nav>
  )
}
