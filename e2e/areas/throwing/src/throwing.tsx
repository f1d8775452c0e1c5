import type { ReactNode } from 'react'

export function Throwing(): ReactNode {
  throw new Error('thrown on render, on purpose')
}
