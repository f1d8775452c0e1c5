import { createContext } from 'react'

/** The CSP nonce for code that writes its own style elements. */
export const NonceContext = createContext<string | undefined>(undefined)
