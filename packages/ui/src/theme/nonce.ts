import { createContext } from 'react'

/** CSP nonce for components that create their own style elements. */
export const NonceContext = createContext<string | undefined>(undefined)
