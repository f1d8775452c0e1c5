import { ChakraProvider } from '@chakra-ui/react'
import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { Toaster } from '../feedback/toaster.tsx'
import { followColorMode } from './color-mode.ts'
import { NonceContext } from './nonce.ts'
import { restyleAtBreakpoints } from './restyle-at-breakpoints.ts'
import { system } from './system.ts'

/**
 * Provides theme, colour mode, toasts and the CSP nonce, which emotion's style elements need under a strict
 * `style-src`.
 * @example
 * <UiProvider nonce={document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content}>…</UiProvider>
 */
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
