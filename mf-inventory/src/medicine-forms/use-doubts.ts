import type { CreateMedicine, Medicine } from '@mms/contracts'
import { useRef, useState } from 'react'
import { fetchNamesakes } from './api.ts'
import { type Doubt, doubtsOf, needsNamesakes } from './doubts.ts'

export interface Doubts {
  /** What the person is asked now; empty while nothing is. */
  open: Doubt[]
  answer: (save: boolean) => void
  /** Whether to save: at once where nothing is doubtful, else as the person says. */
  settle: (body: CreateMedicine, stored: Medicine | null) => Promise<boolean>
}

/** Asks before something unlikely is saved. */
export function useDoubts(): Doubts {
  const [asked, setAsked] = useState<{ doubts: Doubt[]; answer: (save: boolean) => void } | null>(null)
  // A retry is no new question: its first try may have been stored, and would be found as a namesake of itself.
  const settled = useRef('')

  const settle = async (body: CreateMedicine, stored: Medicine | null) => {
    const asSent = JSON.stringify(body)
    if (asSent === settled.current) return true
    const others = needsNamesakes(body, stored) ? await namesakesOf(body) : []
    const doubts = doubtsOf(body, stored, others)
    const save = doubts.length === 0 || (await new Promise<boolean>((answer) => setAsked({ doubts, answer })))
    setAsked(null)
    if (save) settled.current = asSent
    return save
  }
  return { open: asked?.doubts ?? [], answer: (save) => asked?.answer(save), settle }
}

/** Without them the form is saved all the same: a failure that persists shows when saving. */
const namesakesOf = ({ name }: CreateMedicine) => fetchNamesakes(name).catch((): Medicine[] => [])
