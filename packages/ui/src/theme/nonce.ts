import { createContext } from 'react'

/** The page's CSP nonce, for whatever writes style elements of its own (charts). */
export const NonceContext = createContext<string | undefined>(undefined)
