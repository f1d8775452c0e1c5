import { ChakraProvider } from '@chakra-ui/react'
import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { createContext, type ReactNode, useLayoutEffect, useState } from 'react'
import { Toaster } from '../feedback/toaster.tsx'
import { followColorMode } from './color-mode.ts'
import { system } from './system.ts'

/** CSP nonce for components that create their own style elements. */
export const NonceContext = createContext<string | undefined>(undefined)

/** Provides theme, colour mode, toasts, and the CSP nonce that emotion needs under a strict `style-src`. */
export function UiProvider({ nonce, children }: { nonce?: string | undefined; children: ReactNode }) {
  const [cache] = useState(() => createCache({ key: 'css', ...(nonce ? { nonce } : {}) }))
  useLayoutEffect(followColorMode, [])
  useLayoutEffect(restyleAtBreakpoints, [])
  return (
    <NonceContext value={nonce}>
      <CacheProvider value={cache}>
        <ChakraProvider value={system}>
          {children}
          <Toaster />
        </ChakraProvider>
      </CacheProvider>
    </NonceContext>
  )
}

function restyle(): void {
  const everything = new CSSStyleSheet()
  everything.replaceSync('* { --restyled: 1 }')
  const others = [...document.adoptedStyleSheets]
  document.adoptedStyleSheets = [...others, everything]
  // Reading a size makes the browser compute styles and layout before the rule is removed.
  void document.documentElement.offsetWidth
  document.adoptedStyleSheets = others
}

/**
 * Works around a Chromium bug (seen in 156): a rule added between a resize and the next styling leaves old styles. A
 * phone rotated while a page loads would keep the columns of a wide screen. Returns a function to stop.
 */
function restyleAtBreakpoints(): () => void {
  const queries = system.breakpoints.values.flatMap(
    ({ min }) => window.matchMedia?.(`(min-width: ${min})`) ?? [],
  )
  for (const query of queries) query.addEventListener('change', restyle)
  return () => {
    for (const query of queries) query.removeEventListener('change', restyle)
  }
}
